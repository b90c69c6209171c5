import { defineEntity, p } from '@mikro-orm/core'

import type { ImportPlan } from './import-plan.ts'

const ListingImportSchema = defineEntity({
  name: 'ListingImport',
  tableName: 'listing_import',
  properties: {
    id: p.uuid().primary(),
    listingId: p.uuid(),
    userId: p.uuid(),
    version: p.integer(),
    digest: p.blob(),
    plan: p.json<ImportPlan>(),
    appliedAt: p.datetime().defaultRaw('now()'),
  },
})

/** An applied import: one for each plan of a user for a version of a listing. */
export class ListingImport extends ListingImportSchema.class {}
ListingImportSchema.setClass(ListingImport)
