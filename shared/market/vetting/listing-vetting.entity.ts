import { defineEntity, p } from '@mikro-orm/core'

import type { VettingCheck } from './vetting.ts'

const ListingVettingSchema = defineEntity({
  name: 'ListingVetting',
  tableName: 'listing_vetting',
  properties: {
    listingId: p.uuid().primary().extra('references listing (id)'),
    wantedAt: p.datetime().defaultRaw('clock_timestamp()'),
    tries: p.integer().default(0),
    takenUntil: p.datetime().nullable(),
    vettedAt: p.datetime().nullable(),
    verdict: p.enum(['passed', 'warnings', 'failed'] as const).nullable(),
    checks: p.json<VettingCheck[]>().defaultRaw(`'[]'`),
    permissions: p.array().default([]),
  },
  indexes: [{ name: 'listing_vetting_due', properties: ['wantedAt'], where: 'vetted_at is null' }],
  checks: [{ name: 'listing_vetting_whole', expression: '(vetted_at is null) = (verdict is null)' }],
})

/** Results of our scanners for the current state of a listing; no verdict until they have run. */
export class ListingVetting extends ListingVettingSchema.class {}
ListingVettingSchema.setClass(ListingVetting)
