import { defineEntity, p } from '@mikro-orm/core'

const PayoutTransactionSchema = defineEntity({
  name: 'PayoutTransaction',
  tableName: 'payout_transaction',
  properties: {
    id: p.uuid().primary(),
    signature: p.text().unique(),
    raw: p.text(),
    lastValidBlockHeight: p.bigint().check('last_valid_block_height > 0'),
    state: p.enum(['open', 'paid', 'failed', 'expired'] as const).default('open'),
    failure: p.text().nullable(),
    slot: p.bigint().nullable(),
    signedAt: p.datetime().defaultRaw('now()'),
    sentAt: p.datetime().nullable(),
    decidedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'payout_transaction_open', properties: ['signedAt'], where: "state = 'open'" }],
  checks: [
    { name: 'payout_transaction_decided', expression: "(state = 'open') = (decided_at is null)" },
    { name: 'payout_transaction_paid_in', expression: "state <> 'paid' or slot is not null" },
  ],
})

/**
 * A signed transaction of the treasury (`raw` in base64), stored before it is first sent. The same bytes are sent until
 * a final block shows the result, or until they can no longer get into a block. A decided row never changes.
 */
export class PayoutTransaction extends PayoutTransactionSchema.class {}
PayoutTransactionSchema.setClass(PayoutTransaction)
