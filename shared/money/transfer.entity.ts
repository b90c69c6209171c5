import { defineEntity, p } from '@mikro-orm/core'

const TransferSchema = defineEntity({
  name: 'Transfer',
  tableName: 'transfer',
  properties: {
    id: p.bigint().primary().autoincrement(false).defaultRaw("nextval('transfer_single_id_seq'::regclass)"),
    kind: p.enum(['single', 'hold', 'capture', 'release', 'journal', 'carried'] as const),
    callId: p.uuid().nullable(),
    holdId: p.bigint().nullable(),
    accountId: p.bigint(),
    amount: p.bigint().check('amount > 0'),
    currency: p.text().default('usdc'),
    reason: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'transfer_bought', properties: ['accountId'], where: "reason in ('purchase:x402', 'credit:x402')" },
    { name: 'transfer_held', properties: ['callId'], where: "kind = 'hold'" },
    { name: 'transfer_of_call', properties: ['callId'], where: "call_id is not null and kind = 'single'" },
  ],
  checks: [
    { name: 'transfer_hold_has_call', expression: "kind <> 'hold' or call_id is not null" },
    { name: 'transfer_resolves_a_hold', expression: "(kind in ('capture', 'release')) = (hold_id is not null)" },
  ],
})

/**
 * One move of money, immutable. A `journal` moves what the calls of one account cost that one statement captured; the
 * database writes it. A `single` moves money at once (grants, forfeits, purchases). A `hold` reserves `amount` micro-USDC of
 * an account for a bid, until a `release` resolves it. Calls of earlier releases have a `hold` each, and a `capture` or a
 * `release` that resolves it. For a sale of the marketplace, `callId` is the purchase's id; each step of it (`market:...`) happens
 * once, by transfer-one.entity.ts. A `carried` has the sums of a month of journals that was dropped. The table has partitions for each month of the id, those of journals apart.
 */
export class Transfer extends TransferSchema.class {}
TransferSchema.setClass(Transfer)
