import { defineEntity, p } from '@mikro-orm/core'

const LicenseHolderSchema = defineEntity({
  name: 'LicenseHolder',
  tableName: 'license_holder',
  properties: {
    purchaseId: p.uuid().primary().extra('references purchase (id)'),
    userId: p.uuid().extra('references market_user (id)'),
    since: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'license_holder_of_user', properties: ['userId', 'since'] }],
})

/** Who holds the licence of a purchase that was wrapped and claimed. Where there is no row, its buyer holds it. */
export class LicenseHolder extends LicenseHolderSchema.class {}
LicenseHolderSchema.setClass(LicenseHolder)
