import { defineEntity, p } from '@mikro-orm/core'

const ListingVersionSchema = defineEntity({
  name: 'ListingVersion',
  tableName: 'listing_version',
  properties: {
    listingId: p.uuid().primary(),
    version: p.integer().primary(),
    changed: p.array(),
    priceCents: p.integer(),
    royaltyBps: p.integer(),
    licenseId: p.text(),
    contentSha256: p.text().fieldName('content_sha256').nullable(),
    note: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** What was on sale under a version number: terms and the hash of the content. Never changed. */
export class ListingVersion extends ListingVersionSchema.class {}
ListingVersionSchema.setClass(ListingVersion)
