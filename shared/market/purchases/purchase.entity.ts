import { defineEntity, p } from '@mikro-orm/core'

export const PURCHASE_STATES = [
  'pending',
  'paid',
  'failed',
  'expired',
  'canceled',
  'refunded',
  'partially_refunded',
  'disputed',
] as const
export const DELIVERY_STATES = ['none', 'awaiting', 'delivered', 'confirmed', 'failed'] as const
export const RAILS = ['free', 'prepaid', 'x402', 'card', 'solana'] as const

const PurchaseSchema = defineEntity({
  name: 'Purchase',
  tableName: 'purchase',
  properties: {
    id: p.uuid().primary(),
    listingId: p.uuid().extra('references listing (id)'),
    listingVersion: p.integer().check('listing_version > 0'),
    sellerId: p.uuid().extra('references market_user (id)'),
    buyerId: p.uuid().nullable().extra('references market_user (id)'),
    kind: p.enum(['fixed', 'auction_win', 'free', 'resale'] as const),
    bidId: p.uuid().nullable().extra('references bid (id)'),
    status: p.enum(PURCHASE_STATES),
    deliveryStatus: p.enum(DELIVERY_STATES).default('none'),
    rail: p.enum(RAILS),
    currency: p.enum(['usd', 'usdc', 'sol'] as const),
    priceCents: p.integer().check('price_cents between 0 and 100000000'),
    feeBps: p.integer().check('fee_bps between 0 and 10000'),
    feeCents: p.integer(),
    sellerCents: p.integer(),
    royaltyBps: p.integer().check('royalty_bps between 0 and 1000'),
    royaltyCents: p.integer().default(0),
    royaltyTo: p.uuid().nullable().extra('references market_user (id)'),
    resaleOfferId: p.uuid().nullable().extra('references resale_offer (id)'),
    resoldAs: p.uuid().nullable().extra('references purchase (id)'),
    licenseId: p.text(),
    refundDays: p.integer().check('refund_days in (0, 7, 14, 30)'),
    resaleAllowed: p.boolean(),
    deliveryForm: p.enum(['hosted', 'link', 'by_seller'] as const),
    contentSha256: p.text().fieldName('content_sha256').nullable(),
    deliveryUrl: p.text().nullable().check("length(delivery_url) <= 2000 and delivery_url like 'https://%'"),
    payerAccountId: p.bigint().nullable(),
    payerNetwork: p.text().nullable(),
    payerWallet: p.text().nullable(),
    isCounted: p.boolean().default(true),
    countedAt: p.datetime().nullable(),
    refundedCents: p.integer().default(0),
    refundKeyId: p.text().nullable(),
    refundAskedAt: p.datetime().nullable(),
    refundReason: p.text().nullable().check('length(refund_reason) <= 500'),
    expiresAt: p.datetime().nullable(),
    paidAt: p.datetime().nullable(),
    deliveredAt: p.datetime().nullable(),
    refundableUntil: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'purchase_awaited', properties: ['paidAt'], where: "delivery_status = 'awaiting'" },
    {
      name: 'purchase_of_buyer',
      expression: 'create index purchase_of_buyer on purchase (buyer_id, id desc) where buyer_id is not null',
    },
    { name: 'purchase_of_listing', expression: 'create index purchase_of_listing on purchase (listing_id, id desc)' },
    { name: 'purchase_of_seller', expression: 'create index purchase_of_seller on purchase (seller_id, id desc)' },
    {
      name: 'purchase_pending_of_buyer',
      properties: ['buyerId'],
      where: "coalesce(status, '') = 'pending'",
    },
    {
      name: 'purchase_to_count',
      properties: ['refundableUntil'],
      where: "counted_at is null and status = 'paid'",
    },
    { name: 'purchase_to_expire', properties: ['expiresAt'], where: "status = 'pending'" },
  ],
  uniques: [
    { name: 'purchase_one_free', properties: ['listingId', 'buyerId'], where: "rail = 'free'" },
    {
      name: 'purchase_one_pending',
      properties: ['listingId', 'buyerId', 'currency'],
      where: "rail in ('solana', 'card') and status = 'pending' and kind <> 'auction_win'",
    },
    {
      name: 'purchase_one_buy_now',
      properties: ['listingId', 'buyerId'],
      where: "kind = 'auction_win' and bid_id is null and status = 'pending'",
    },
    { name: 'purchase_one_win', properties: ['bidId'], where: 'bid_id is not null' },
  ],
  checks: [
    {
      name: 'purchase_delivered_since',
      expression: "(delivery_status in ('delivered', 'confirmed')) <= (delivered_at is not null)",
    },
    { name: 'purchase_delivers', expression: "(delivery_form = 'hosted') = (content_sha256 is not null)" },
    {
      name: 'purchase_free',
      expression: "(price_cents = 0) = (rail = 'free') and (rail <> 'free' or buyer_id is not null)",
    },
    { name: 'purchase_of_bid', expression: "bid_id is null or kind = 'auction_win'" },
    { name: 'purchase_of_another', expression: 'buyer_id <> seller_id' },
    {
      name: 'purchase_paid_since',
      expression: "status in ('pending', 'failed', 'expired', 'canceled') or paid_at is not null",
    },
    {
      name: 'purchase_refunded',
      expression:
        "case status when 'refunded' then refunded_cents = price_cents when 'partially_refunded' then refunded_cents > 0 and refunded_cents < price_cents when 'disputed' then refunded_cents between 0 and price_cents else refunded_cents = 0 end",
    },
    {
      name: 'purchase_split',
      expression:
        'fee_cents >= 0 and seller_cents >= 0 and royalty_cents >= 0 and fee_cents + seller_cents + royalty_cents = price_cents',
    },
  ],
})

/**
 * One sale of a listing. Price, split, licence, refund days, resale right, delivery form and content hash are the terms
 * at which it was opened; the database refuses to change them. Status and delivery status change only as
 * transitions.rules.ts allows, each change with its PurchaseEvent. The id of a purchase by x402 is the `callId` of its
 * PaymentProof. One that was won by auction has its winning bid (null: bought at once), and its rail and currency are those
 * of its last intent until it is paid. `buyerId` is null for an anonymous x402 purchase until an account claims it. `payerAccountId` is the
 * ledger account of the prepaid key that paid, `payerNetwork` and `payerWallet` the wallet. `isCounted` is false for
 * sales that count for no rank or fee tier, `countedAt` is set when that was judged. `refundKeyId` is the key that a refund made for a payer without one.
 * A resale buys the offer `resaleOfferId` and owes its royalty to `royaltyTo`. `resoldAs` is the purchase to which the licence
 * moved; null for its holder.
 */
export class Purchase extends PurchaseSchema.class {}
PurchaseSchema.setClass(Purchase)
