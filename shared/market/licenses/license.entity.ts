import { defineEntity, p } from '@mikro-orm/core'

const LicenseSchema = defineEntity({
  name: 'License',
  tableName: 'license',
  properties: {
    purchaseId: p.uuid().primary().extra('references purchase (id)'),
    generation: p.integer().default(0).check('generation between 0 and 65535'),
    uses: p.bigint('number').defaultRaw('0').check('uses >= 0'),
    createdAt: p.datetime().defaultRaw('now()'),
    rotatedAt: p.datetime().nullable(),
  },
})

/**
 * What happened to the licence of a purchase: how often its key was rotated, and the uses that its holder counted. A
 * licence that nobody used yet has no row. Whether it is valid follows from the purchase; the key is never stored
 * (license-key.ts).
 */
export class License extends LicenseSchema.class {}
LicenseSchema.setClass(License)
