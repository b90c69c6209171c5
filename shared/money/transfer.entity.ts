import { defineEntity, p } from '@mikro-orm/core'

const TransferSchema = defineEntity({
  name: 'Transfer',
  tableName: 'transfer',
  properties: {
    id: p.bigint().primary().autoincrement(),
    kind: p.enum(['single', 'hold', 'capture', 'release'] as const),
    callId: p.uuid().nullable(),
    holdId: p.bigint().nullable(),
    accountId: p.bigint(),
    amount: p.bigint(),
    currency: p.text().default('usdc'),
    reason: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/**
 * One move of money, immutable. A `hold` reserves `amount` micro-USDC of an account for one call. It is resolved once,
 * by a `capture` (which has entries) or a `release`. A `single` moves money at once (grants, forfeits, purchases).
 */
export class Transfer extends TransferSchema.class {}
TransferSchema.setClass(Transfer)
