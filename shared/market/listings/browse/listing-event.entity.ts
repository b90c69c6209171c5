import { defineEntity, p } from '@mikro-orm/core'

const ListingEventSchema = defineEntity({
  name: 'ListingEvent',
  tableName: 'listing_event',
  properties: {
    id: p.uuid().primary(),
    listingId: p.uuid(),
    kind: p.text(),
    facts: p.json<Record<string, unknown>>(),
    at: p.datetime().defaultRaw('now()'),
  },
})

/** An event of a listing, shown in the public feed (note-event.ts). */
export class ListingEvent extends ListingEventSchema.class {}
ListingEventSchema.setClass(ListingEvent)
