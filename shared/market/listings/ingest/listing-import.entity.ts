import { defineEntity, p } from '@mikro-orm/core'

const ListingImportSchema = defineEntity({
  name: 'ListingImport',
  tableName: 'listing_import',
  properties: {
    id: p.uuid().primary(),
    listingId: p.uuid(),
    userId: p.uuid(),
    version: p.integer(),
    digest: p.blob(),
    plan: p.json(),
    appliedAt: p.datetime().defaultRaw('now()'),
  },
})

/** An import that was applied: one for each plan of a user, a listing and its version. */
export class ListingImport extends ListingImportSchema.class {}
ListingImportSchema.setClass(ListingImport)
