import { defineEntity, p } from '@mikro-orm/core'

/**
 * One leg of an order: who gets how many cents of the price, at which wallet. A refund in SOL gives back `lamports`, a
 * decimal string, whatever a SOL is worth by now.
 */
export type OrderLeg = {
  role: 'seller' | 'platform' | 'royalty' | 'buyer'
  wallet: string
  cents: number
  lamports?: string
}

const SolanaOrderSchema = defineEntity({
  name: 'SolanaOrder',
  tableName: 'solana_order',
  properties: {
    id: p.uuid().primary(),
    purchaseId: p.uuid().nullable().extra('references purchase (id)'),
    boostId: p.uuid().nullable().unique().extra('references boost (id)'),
    refundId: p.uuid().nullable().unique().extra('references solana_refund (payment_id)'),
    currency: p.enum(['usdc', 'sol'] as const),
    legs: p.json<OrderLeg[]>(),
    reference: p.text().unique().check('length(reference) between 32 and 44'),
    memo: p.text().unique().check('length(memo) between 1 and 200'),
    expiresAt: p.datetime(),
    lookAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'solana_order_to_look', properties: ['lookAt'], where: 'look_at is not null' }],
  uniques: [{ name: 'solana_order_one_each', properties: ['purchaseId', 'currency'] }],
  checks: [{ name: 'solana_order_of_one', expression: 'num_nonnulls(purchase_id, boost_id, refund_id) = 1' }],
})

/**
 * What has to be paid on Solana for a purchase, a boost, or by a seller for a refund, in one transaction that names `reference` (a key that nobody holds) and `memo`. Each leg
 * is paid straight to its wallet. The terms never change. At `lookAt` settlement-watch looks for payments that name the
 * reference; null once it looks no longer.
 */
export class SolanaOrder extends SolanaOrderSchema.class {}
SolanaOrderSchema.setClass(SolanaOrder)
