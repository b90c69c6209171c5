import { defineEntity, p } from '@mikro-orm/core'

const ListingVersionSchema = defineEntity({
  name: 'ListingVersion',
  tableName: 'listing_version',
  properties: {
    listingId: p.uuid().primary().extra('references listing (id)'),
    version: p.integer().primary().check('version > 0'),
    changed: p.array(),
    priceCents: p.integer(),
    royaltyBps: p.integer(),
    licenseId: p.text(),
    contentSha256: p.text().fieldName('content_sha256').nullable(),
    note: p.text().nullable().check('length(note) <= 500'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** The terms and content hash that were on sale under a version number. Never changed. */
export class ListingVersion extends ListingVersionSchema.class {}
ListingVersionSchema.setClass(ListingVersion)
