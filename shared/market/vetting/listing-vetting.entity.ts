import { defineEntity, p } from '@mikro-orm/core'

const ListingVettingSchema = defineEntity({
  name: 'ListingVetting',
  tableName: 'listing_vetting',
  properties: {
    listingId: p.uuid().primary(),
    wantedAt: p.datetime().defaultRaw('clock_timestamp()'),
    tries: p.integer().default(0),
    takenUntil: p.datetime().nullable(),
    vettedAt: p.datetime().nullable(),
    verdict: p.enum(['passed', 'warnings', 'failed'] as const).nullable(),
    checks: p.json().defaultRaw(`'[]'`),
    permissions: p.array().default([]),
  },
})

/** What our scanners say of a listing as it is now; without a verdict until one has looked. */
export class ListingVetting extends ListingVettingSchema.class {}
ListingVettingSchema.setClass(ListingVetting)
