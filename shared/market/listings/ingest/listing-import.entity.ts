import { defineEntity, p } from '@mikro-orm/core'

import type { ImportPlan } from './import-plan.ts'

const ListingImportSchema = defineEntity({
  name: 'ListingImport',
  tableName: 'listing_import',
  properties: {
    id: p.uuid().primary(),
    listingId: p.uuid().extra('references listing (id)'),
    userId: p.uuid().extra('references market_user (id)'),
    version: p.integer(),
    digest: p.blob(),
    plan: p.json<ImportPlan>(),
    appliedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'listing_import_once',
      expression: 'create unique index listing_import_once on listing_import (user_id, listing_id, version, digest)',
    },
  ],
})

/** An applied import: one for each plan of a user for a version of a listing. */
export class ListingImport extends ListingImportSchema.class {}
ListingImportSchema.setClass(ListingImport)
