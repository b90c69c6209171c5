import { defineEntity, p } from '@mikro-orm/core'

const ListingEventSchema = defineEntity({
  name: 'ListingEvent',
  tableName: 'listing_event',
  properties: {
    id: p.uuid().primary(),
    listingId: p.uuid(),
    kind: p.text(),
    facts: p.json(),
    at: p.datetime().defaultRaw('now()'),
  },
})

/** Something that happened to a listing, told by the public feed (note-event.ts). */
export class ListingEvent extends ListingEventSchema.class {}
ListingEventSchema.setClass(ListingEvent)
