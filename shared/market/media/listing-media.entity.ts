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
 * A picture or video of a listing. Its media record holds its facts and files. Of several videos the latest ready one
 * counts; the others are removed. The database sets `bytes`, its share of the account's storage.
 */
export class ListingMedia extends ListingMediaSchema.class {}
ListingMediaSchema.setClass(ListingMedia)
