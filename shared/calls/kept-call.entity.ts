import { defineEntity, p } from '@mikro-orm/core'

const KeptCallSchema = defineEntity({
  name: 'KeptCall',
  tableName: 'kept_call',
  properties: {
    id: p.uuid().primary(),
    slug: p.text(),
    payer: p.text(),
    accountId: p.bigint().nullable(),
    price: p.bigint().check('price >= 0'),
    state: p.enum(['captured', 'released'] as const),
    finishedAt: p.datetime(),
    journalId: p.bigint().nullable(),
    carriedId: p.bigint().nullable(),
  },
  indexes: [{ name: 'kept_call_of_journal', properties: ['journalId'], where: 'journal_id is not null' }],
  checks: [{ name: 'kept_call_moved_once', expression: 'journal_id is null or carried_id is null' }],
})

/**
 * What stays of a call whose month was dropped, when a payment or a seller refers to it. `journalId` is its journal while that
 * is there, then `carriedId` is the transfer that carries its money forward.
 */
export class KeptCall extends KeptCallSchema.class {}
KeptCallSchema.setClass(KeptCall)
