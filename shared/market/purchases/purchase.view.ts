import { z } from 'zod'

import { type IdKind, publicId } from '../public-id.ts'
import type { SolanaRefund } from '../solana/solana-refund.entity.ts'
import { NO_WRAP, type WrapFacts } from '../wraps/wraps-of.ts'
import type { Purchase } from './purchase.entity.ts'
import type { PurchaseEvent } from './purchase-event.entity.ts'
import { allowedActions, holdsLicense } from './allowed-actions.ts'

/** A purchase as its buyer, its seller and the holder of its licence see it. Times are ISO 8601, UTC. */
export const PurchaseView = z.object({
  purchase_id: z.string(),
  listing_id: z.string(),
  listing_title: z.string().nullable(),
  listing_version: z.int().describe('the version that was bought'),
  role: z
    .enum(['buyer', 'seller', 'holder'])
    .describe('of whoever asks; holder: the licence moved to you with its token'),
  buyer_id: z.string().nullable().describe('null for others, and while nobody has claimed it'),
  buyer: z.string().describe('a label: sellers are not told who bought'),
  seller_id: z.string(),
  kind: z.enum(['fixed', 'auction_win', 'free', 'resale']),
  status: z.enum(['pending', 'paid', 'failed', 'expired', 'canceled', 'refunded', 'partially_refunded', 'disputed']),
  delivery_status: z.enum(['none', 'awaiting', 'delivered', 'confirmed', 'failed']),
  amount_cents: z.int(),
  currency: z.enum(['usd', 'usdc', 'sol']),
  rail: z.enum(['free', 'prepaid', 'x402', 'card', 'solana']),
  splits: z
    .array(
      z.object({ role: z.enum(['seller', 'platform', 'royalty']), amount_cents: z.int(), bps: z.int().nullable() }),
    )
    .describe('how the price is shared; for the seller'),
  payment: z
    .object({ network: z.string().nullable(), transaction: z.string().nullable(), payer: z.string().nullable() })
    .nullable()
    .describe('of the payment on chain; for the buyer'),
  delivery_form: z.enum(['hosted', 'link', 'by_seller']),
  delivery_url: z
    .string()
    .nullable()
    .describe('GET it with the credential of the purchase; null until it is delivered'),
  content_sha256: z.string().nullable(),
  license: z
    .object({ license_id: z.string(), status: z.enum(['active', 'none', 'revoked', 'transferred']), url: z.string() })
    .describe('transferred: it was resold, or whoever claimed the token that wraps it holds it'),
  wrap_status: z.enum(['none', 'requested', 'minting', 'wrapped', 'failed', 'unwrapped']),
  resale_status: z
    .enum(['none', 'listed', 'sold', 'canceled', 'expired', 'locked'])
    .describe('of the offer of this licence; sold: the licence moved to its buyer; locked: it is wrapped'),
  resale_allowed: z.boolean(),
  royalty_bps: z.int(),
  refund_days: z.int(),
  refundable_until: z.string().nullable().describe('until then the buyer may ask for a refund'),
  refund: z
    .object({
      asked_at: z.string().nullable(),
      reason: z.string().nullable(),
      refunded_cents: z.int(),
      key_id: z
        .string()
        .nullable()
        .describe('the prepaid key that holds the refund; null when it went back to the paying key'),
    })
    .nullable(),
  refund_due: z
    .object({
      currency: z.enum(['usdc', 'sol']),
      seller_amount: z.string().describe('that the seller has to pay back, in micro-USDC or lamports'),
      platform_amount: z.string().describe('our part'),
      platform_payout_id: z.string().nullable().describe("null: it goes out with the seller's"),
      wallet: z.string().describe('that paid, and is paid back'),
      reason: z.string().nullable(),
      since: z.string(),
      stops_sales_at: z.string().describe('from then on its seller sells nothing until it is paid back'),
    })
    .nullable()
    .describe('a payment on Solana that is given back and waits for its seller'),
  expires_at: z.string().nullable(),
  paid_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  timeline: z
    .array(z.object({ at: z.string(), event: z.string(), actor: z.string(), reason: z.string().nullable() }))
    .optional()
    .describe('of a single purchase'),
  allowed_actions: z.array(z.string()),
})
export type PurchaseView = z.output<typeof PurchaseView>

/** Of the feedback of its buyer: none yet, one that may be changed, or one that is final. */
export type FeedbackState = 'none' | 'open' | 'closed'

/** What the view shows of a refund on Solana that waits for its seller. */
export type DueRefund = Pick<
  SolanaRefund,
  'currency' | 'sellerAmount' | 'platformAmount' | 'payoutId' | 'wallet' | 'reason' | 'createdAt' | 'stopsSalesAt'
>

/** What the view needs beside the purchase. */
export type PurchaseFacts = {
  role: 'buyer' | 'seller' | 'holder'
  title: string | null
  feedback: FeedbackState
  transaction: string | null
  /** The refund on Solana that waits for the seller. */
  refundDue?: DueRefund | null
  /** What became of the last offer of its licence. */
  resale?: 'listed' | 'sold' | 'canceled' | 'expired' | undefined
  wrap?: WrapFacts
  timeline?: readonly Pick<PurchaseEvent, 'at' | 'event' | 'actor' | 'reason'>[]
}

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null
const idOrNull = (kind: IdKind, id: string | null | undefined) => (id ? publicId(kind, id) : null)

/** What became of the last offer of the licence; `locked` while it is, or is about to be, a token. */
function resaleStatus(
  { resoldAs }: Purchase,
  { resale, wrap = NO_WRAP }: PurchaseFacts,
): PurchaseView['resale_status'] {
  if (resoldAs) return 'sold'
  if (['requested', 'minting', 'wrapped'].includes(wrap.state)) return 'locked'
  return resale ?? 'none'
}

/** The wire form of a purchase for its buyer, its seller, or the holder of its licence. */
export function viewPurchase(purchase: Purchase, facts: PurchaseFacts): PurchaseView {
  const { role, title, transaction, timeline } = facts
  const id = publicId('pur', purchase.id)
  const isDelivered = purchase.deliveryStatus === 'delivered' || purchase.deliveryStatus === 'confirmed'
  const hasMoved = role === 'buyer' && !holdsLicense(purchase, facts)
  const hasLicense = !purchase.resoldAs && isDelivered && ['paid', 'partially_refunded'].includes(purchase.status)
  return {
    purchase_id: id,
    listing_id: publicId('lst', purchase.listingId),
    listing_title: title,
    listing_version: purchase.listingVersion,
    role,
    buyer_id: role === 'buyer' ? idOrNull('usr', purchase.buyerId) : null,
    buyer: purchase.buyerId ? 'A registered buyer' : 'An anonymous buyer',
    seller_id: publicId('usr', purchase.sellerId),
    kind: purchase.kind,
    status: purchase.status,
    delivery_status: purchase.deliveryStatus,
    amount_cents: purchase.priceCents,
    currency: purchase.currency,
    rail: purchase.rail,
    splits: role === 'seller' ? splitsOf(purchase) : [],
    payment: role === 'buyer' && purchase.payerNetwork ? paymentOf(purchase, transaction) : null,
    delivery_form: purchase.deliveryForm,
    delivery_url: isDelivered && !hasMoved ? `/api/purchases/${id}/delivery` : null,
    content_sha256: purchase.contentSha256 ?? null,
    license: {
      license_id: purchase.licenseId,
      status:
        purchase.resoldAs || (hasMoved && hasLicense)
          ? 'transferred'
          : hasLicense
            ? 'active'
            : ['refunded', 'disputed'].includes(purchase.status)
              ? 'revoked'
              : 'none',
      url: `/api/purchases/${id}/license`,
    },
    wrap_status: (facts.wrap ?? NO_WRAP).state,
    resale_status: resaleStatus(purchase, facts),
    resale_allowed: purchase.resaleAllowed,
    royalty_bps: purchase.royaltyBps,
    refund_days: purchase.refundDays,
    refundable_until: iso(purchase.refundableUntil),
    refund: refundOf(purchase),
    refund_due: facts.refundDue ? viewDue(facts.refundDue) : null,
    expires_at: iso(purchase.expiresAt),
    paid_at: iso(purchase.paidAt),
    delivered_at: iso(purchase.deliveredAt),
    created_at: purchase.createdAt.toISOString(),
    updated_at: purchase.updatedAt.toISOString(),
    ...(timeline === undefined
      ? {}
      : {
          timeline: timeline.map(({ at, event, actor, reason = null }) => ({
            at: at.toISOString(),
            event,
            actor,
            reason,
          })),
        }),
    allowed_actions: allowedActions(purchase, facts, new Date()),
  }
}

function splitsOf(purchase: Purchase): PurchaseView['splits'] {
  return [
    { role: 'seller', amount_cents: purchase.sellerCents, bps: null },
    { role: 'platform', amount_cents: purchase.feeCents, bps: purchase.feeBps },
    ...(purchase.royaltyCents > 0
      ? [{ role: 'royalty' as const, amount_cents: purchase.royaltyCents, bps: purchase.royaltyBps }]
      : []),
  ]
}

const paymentOf = ({ payerNetwork, payerWallet }: Purchase, transaction: string | null): PurchaseView['payment'] => ({
  network: payerNetwork ?? null,
  transaction,
  payer: payerWallet ?? null,
})

const viewDue = (due: DueRefund): PurchaseView['refund_due'] => ({
  currency: due.currency,
  seller_amount: due.sellerAmount.toString(),
  platform_amount: due.platformAmount.toString(),
  platform_payout_id: idOrNull('pay', due.payoutId),
  wallet: due.wallet,
  reason: due.reason ?? null,
  since: due.createdAt.toISOString(),
  stops_sales_at: due.stopsSalesAt.toISOString(),
})

function refundOf(purchase: Purchase): PurchaseView['refund'] {
  if (!purchase.refundAskedAt && purchase.refundedCents === 0) return null
  return {
    asked_at: iso(purchase.refundAskedAt),
    reason: purchase.refundReason ?? null,
    refunded_cents: purchase.refundedCents,
    key_id: purchase.refundKeyId ?? null,
  }
}
