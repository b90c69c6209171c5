import { defineEntity, p } from '@mikro-orm/core'

const ListingContentSchema = defineEntity({
  name: 'ListingContent',
  tableName: 'listing_content',
  properties: {
    listingId: p.uuid().primary().extra('references listing (id)'),
    sha256: p.text().fieldName('sha256').primary(),
    format: p.enum(['text', 'markdown'] as const),
    content: p.text(),
    bytes: p.integer().check('bytes > 0'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** Content that a listing delivers. Stored once for each hash and never changed. */
export class ListingContent extends ListingContentSchema.class {}
ListingContentSchema.setClass(ListingContent)
