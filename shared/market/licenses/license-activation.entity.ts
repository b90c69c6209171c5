import { defineEntity, p } from '@mikro-orm/core'

const LicenseActivationSchema = defineEntity({
  name: 'LicenseActivation',
  tableName: 'license_activation',
  properties: {
    id: p.uuid().primary(),
    purchaseId: p.uuid().extra('references license (purchase_id)'),
    instance: p.text().check('length(instance) between 1 and 120'),
    createdAt: p.datetime().defaultRaw('now()'),
    endedAt: p.datetime().nullable(),
  },
  uniques: [{ name: 'license_activation_one', properties: ['purchaseId', 'instance'], where: 'ended_at is null' }],
})

/** One place where a licence is in use, by the name that its holder gave it. It takes a seat until it is deactivated. */
export class LicenseActivation extends LicenseActivationSchema.class {}
LicenseActivationSchema.setClass(LicenseActivation)
