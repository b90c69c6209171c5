import { defineEntity, p } from '@mikro-orm/core'

const ListingMediaSchema = defineEntity({
  name: 'ListingMedia',
  tableName: 'listing_media',
  properties: {
    mediaId: p.uuid().primary().extra('references media (id) on delete cascade'),
    listingId: p.uuid().extra('references listing (id)'),
    kind: p.enum(['image', 'video'] as const),
    bytes: p.bigint('number').defaultRaw('0'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'listing_media_of', properties: ['listingId', 'kind', 'mediaId'] }],
})

/**
 * A picture or video of a listing. Its media record holds its facts and files. Of several videos the latest ready one
 * counts; the others are removed. The database sets `bytes`, its share of the account's storage.
 */
export class ListingMedia extends ListingMediaSchema.class {}
ListingMediaSchema.setClass(ListingMedia)
