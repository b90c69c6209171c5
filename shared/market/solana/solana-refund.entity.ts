import { defineEntity, p } from '@mikro-orm/core'

const SolanaRefundSchema = defineEntity({
  name: 'SolanaRefund',
  tableName: 'solana_refund',
  properties: {
    paymentId: p.uuid().primary().extra('references solana_payment (id)'),
    purchaseId: p.uuid().nullable().extra('references purchase (id)'),
    sellerId: p.uuid().nullable().extra('references market_user (id)'),
    wallet: p.text().check('length(wallet) between 32 and 44'),
    currency: p.enum(['usdc', 'sol'] as const),
    platformAmount: p.bigint().check('platform_amount >= 0'),
    sellerAmount: p.bigint().check('seller_amount >= 0'),
    givenBy: p.enum(['seller', 'operator', 'platform'] as const),
    reason: p.text().nullable().check('length(reason) <= 500'),
    sellerPaidBy: p.enum(['payables', 'transaction'] as const).nullable(),
    payoutId: p.uuid().nullable().unique().extra('references payout (id)'),
    sellerPayoutId: p.uuid().nullable().unique().extra('references payout (id)'),
    settledAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    stopsSalesAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'solana_refund_due', properties: ['sellerId'], where: 'settled_at is null' },
    { name: 'solana_refund_of_purchase', properties: ['purchaseId'], where: 'purchase_id is not null' },
  ],
  checks: [
    { name: 'solana_refund_of_something', expression: 'platform_amount + seller_amount > 0' },
    { name: 'solana_refund_of_seller', expression: '(seller_id is not null) = (purchase_id is not null)' },
    {
      name: 'solana_refund_settled',
      expression:
        "case when settled_at is null then seller_paid_by is null else (seller_amount > 0) = (seller_paid_by is not null) and (platform_amount > 0) = (payout_id is not null) end and (seller_payout_id is not null) = (seller_paid_by is not distinct from 'payables')",
    },
  ],
})

/**
 * A payment on Solana that is given back to the wallet that made it, in its own currency (micro-USDC or lamports). Our
 * leg is paid by the treasury (`payoutId`). The legs of the seller are paid out of his payables (`sellerPayoutId`) or by
 * a transaction that he signs; until then the refund is due (`settledAt` is null), and from `stopsSalesAt` on he sells
 * nothing: at once where a purchase is refunded, later where a payment could not pay, which he did not cause.
 */
export class SolanaRefund extends SolanaRefundSchema.class {}
SolanaRefundSchema.setClass(SolanaRefund)
