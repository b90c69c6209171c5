import { defineEntity, p } from '@mikro-orm/core'

const PayableSchema = defineEntity({
  name: 'Payable',
  tableName: 'payable',
  properties: {
    id: p.uuid().primary(),
    purchaseId: p.uuid().nullable().extra('references purchase (id)'),
    source: p.enum(['listing', 'endpoint', 'royalty', 'job', 'refund'] as const),
    sellerId: p.uuid().extra('references market_user (id)'),
    amount: p.bigint().check('amount <> 0'),
    currency: p.enum(['usdc', 'sol'] as const),
    dueAt: p.datetime().nullable(),
    correction: p.integer().default(0).check('correction >= 0'),
    state: p.enum(['waiting', 'due', 'in_payout', 'paid', 'canceled'] as const).default('waiting'),
    payoutId: p.uuid().nullable().extra('references payout (id)'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'payable_open', properties: ['sellerId', 'currency'], where: "state in ('waiting', 'due', 'in_payout')" },
    { name: 'payable_of_payout', properties: ['payoutId'], where: 'payout_id is not null' },
    { name: 'payable_of_purchase', properties: ['purchaseId'], where: 'purchase_id is not null' },
    { name: 'payable_of_seller', expression: 'create index payable_of_seller on payable (seller_id, id desc)' },
    { name: 'payable_to_pay', properties: ['dueAt'], where: "state in ('waiting', 'due')" },
  ],
  uniques: [
    {
      name: 'payable_one_debt',
      properties: ['purchaseId', 'source', 'sellerId', 'correction'],
      where: 'purchase_id is not null and amount < 0',
    },
    {
      name: 'payable_one_share',
      properties: ['purchaseId', 'source', 'sellerId', 'correction'],
      where: 'purchase_id is not null and amount > 0',
    },
  ],
  checks: [
    { name: 'payable_due_at', expression: "state in ('waiting', 'canceled') or due_at is not null" },
    { name: 'payable_in_payout', expression: "(state in ('in_payout', 'paid')) = (payout_id is not null)" },
  ],
})

/**
 * What the platform owes a seller for one sale, in the smallest unit of its currency (micro-USDC or lamports). The sum
 * of a seller's payables that are neither paid nor canceled is the balance of the ledger account
 * `seller_payable:<user id>`, so the statement that makes, cancels or pays one moves the money too. `dueAt` is null
 * until the sale is delivered; no payable is paid before it. A negative amount is a debt: the refund of a sale whose
 * payable was already in a payout, or what a refund on Solana took of the others (source `refund`).
 * `correction` numbers what changed a sale by card after it, up or down. The database refuses other transitions than waiting → due | canceled, due →
 * in_payout | canceled, in_payout → due | paid.
 */
export class Payable extends PayableSchema.class {}
PayableSchema.setClass(Payable)
