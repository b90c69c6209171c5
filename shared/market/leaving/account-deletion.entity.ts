import { defineEntity, p } from '@mikro-orm/core'

const AccountDeletionSchema = defineEntity({
  name: 'AccountDeletion',
  tableName: 'account_deletion',
  properties: {
    userId: p.uuid().primary().extra('references market_user (id)'),
    askedAt: p.datetime().defaultRaw('now()'),
    dueAt: p.datetime(),
    closedAt: p.datetime().nullable(),
    lookAt: p.datetime(),
    erasedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'account_deletion_due', properties: ['lookAt'], where: 'erased_at is null' }],
  checks: [{ name: 'account_deletion_order', expression: 'erased_at is null or closed_at is not null' }],
})

/**
 * An account that is to be deleted, with the agents it registered. Until `dueAt` it works as before and may be kept. From
 * `closedAt` on it begins nothing new (trigger `refuse_leaving`); once nothing is open any more its personal data is
 * erased. `lookAt` is when housekeeping looks next.
 */
export class AccountDeletion extends AccountDeletionSchema.class {}
AccountDeletionSchema.setClass(AccountDeletion)
