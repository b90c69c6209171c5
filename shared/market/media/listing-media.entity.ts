import { defineEntity, p } from '@mikro-orm/core'

const ListingMediaSchema = defineEntity({
  name: 'ListingMedia',
  tableName: 'listing_media',
  properties: {
    mediaId: p.uuid().primary(),
    listingId: p.uuid(),
    kind: p.enum(['image', 'video'] as const),
    bytes: p.bigint('number').default(0),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/**
 * A picture or film of a listing; what it is and where its files are, its media record says. Of several videos the last
 * one that is ready counts, and the others are swept away. The database fills in `bytes`: what it keeps of its account's room.
 */
export class ListingMedia extends ListingMediaSchema.class {}
ListingMediaSchema.setClass(ListingMedia)
