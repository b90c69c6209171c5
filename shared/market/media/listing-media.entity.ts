import { defineEntity, p } from '@mikro-orm/core'

const ListingMediaSchema = defineEntity({
  name: 'ListingMedia',
  tableName: 'listing_media',
  properties: {
    mediaId: p.uuid().primary(),
    listingId: p.uuid(),
    kind: p.enum(['image', 'video'] as const),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/**
 * A picture or film of a listing; what it is and where its files are, its media record says. Of several videos the last
 * one that is ready counts, and the others are swept away.
 */
export class ListingMedia extends ListingMediaSchema.class {}
ListingMediaSchema.setClass(ListingMedia)
