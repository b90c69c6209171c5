import { defineEntity, p } from '@mikro-orm/core'

const AccountExportSchema = defineEntity({
  name: 'AccountExport',
  tableName: 'account_export',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid().extra('references market_user (id)'),
    state: p.enum(['pending', 'ready', 'failed'] as const).default('pending'),
    tries: p.integer().default(0).check('tries between 0 and 10'),
    takenUntil: p.datetime().nullable(),
    bytes: p.bigint('number').nullable().check('bytes > 0'),
    createdAt: p.datetime().defaultRaw('now()'),
    readyAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'account_export_of', properties: ['userId', 'createdAt'] },
    { name: 'account_export_to_build', properties: ['createdAt'], where: "state = 'pending'" },
  ],
  checks: [
    { name: 'account_export_ready', expression: "(state = 'ready') = (ready_at is not null and bytes is not null)" },
  ],
})

/** An export of all data of an account: a ZIP of JSON in the blob `exports/<id>`, there for 24 hours once it is ready. */
export class AccountExport extends AccountExportSchema.class {}
AccountExportSchema.setClass(AccountExport)
