import { defineEntity, p } from '@mikro-orm/core'

const PayoutSchema = defineEntity({
  name: 'Payout',
  tableName: 'payout',
  properties: {
    id: p.uuid().primary(),
    sellerId: p.uuid().nullable().extra('references market_user (id)'),
    payTo: p.text().nullable().check('length(pay_to) between 32 and 44'),
    callId: p.uuid().nullable().unique(),
    amount: p.bigint().check('amount > 0'),
    currency: p.enum(['usdc', 'sol'] as const).default('usdc'),
    state: p.enum(['ready', 'held', 'sending', 'paid'] as const).default('ready'),
    reason: p.text().nullable().check('length(reason) <= 200'),
    isAlone: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
    paidAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'payout_of_seller', properties: ['sellerId', 'createdAt'], where: 'seller_id is not null' },
    { name: 'payout_ready', properties: ['createdAt'], where: "state = 'ready'" },
  ],
  uniques: [
    {
      name: 'payout_one_open',
      properties: ['sellerId', 'currency'],
      where: "seller_id is not null and state <> 'paid'",
    },
  ],
  checks: [
    { name: 'payout_held_why', expression: "state <> 'held' or reason is not null" },
    { name: 'payout_paid_when', expression: "(state = 'paid') = (paid_at is not null)" },
    { name: 'payout_refund_of', expression: '(call_id is null) = (pay_to is null)' },
    { name: 'payout_to_whom', expression: '(seller_id is null) <> (pay_to is null)' },
  ],
})

/**
 * Money that leaves the treasury on Solana, in micro-USDC or lamports: the due payables of a seller together (in USDC), or
 * a refund to the wallet `payTo` that paid the failed call `callId` (of a SolanaRefund: the id of the payout itself). A seller is paid at the wallet that is proved when the transaction is signed. `reason` says why a
 * payout is held, or why a ready one waits. `isAlone` payouts are sent in a transaction of their own. Only the
 * statements of payout-statements.ts and of the settlement process change rows.
 */
export class Payout extends PayoutSchema.class {}
PayoutSchema.setClass(Payout)
