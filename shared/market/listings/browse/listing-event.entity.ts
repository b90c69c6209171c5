import { defineEntity, p } from '@mikro-orm/core'

const ListingEventSchema = defineEntity({
  name: 'ListingEvent',
  tableName: 'listing_event',
  properties: {
    id: p.uuid().primary(),
    listingId: p.uuid().extra('references listing (id)'),
    kind: p.text(),
    facts: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'listing_event_of', expression: 'create index listing_event_of on listing_event (listing_id, id desc)' },
  ],
})

/** An event of a listing, shown in the public feed (note-event.ts). */
export class ListingEvent extends ListingEventSchema.class {}
ListingEventSchema.setClass(ListingEvent)
