import type { EntityManager } from '@mikro-orm/sql'

import { PaymentProof } from '#shared/money/payment-proof.entity.ts'

import { Listing } from '../listings/listing.entity.ts'
import { ordersOf } from '../solana/orders-of.ts'
import { offersOf } from '../resale/resale-states.ts'
import { refundsDue } from '../solana/refunds-due.ts'
import { SolanaPayment } from '../solana/solana-payment.entity.ts'
import { NO_WRAP, wrapsOf } from '../wraps/wraps-of.ts'
import type { LicensedPurchase } from './find-purchase.ts'
import type { ClaimedRow } from './claim-free.ts'
import type { Purchase } from './purchase.entity.ts'
import { PurchaseEvent } from './purchase-event.entity.ts'
import { type FeedbackState, type PurchaseFacts, type PurchaseView, viewPurchase } from './purchase.view.ts'

/** Reads a purchase with its timeline, for whoever findLicensed admits. `feedback`: whether the buyer has said how it was. */
export async function readPurchase(
  em: EntityManager,
  { purchase, role }: Pick<LicensedPurchase, 'purchase' | 'role'>,
  feedback: FeedbackState | Promise<FeedbackState> = 'none',
): Promise<PurchaseView> {
  const [beside, paid] = await Promise.all([readBeside(em, purchase, feedback), readPaid(em, purchase)])
  return viewPurchase(purchase, { role, ...beside, ...paid })
}

/** Reads what the view of a purchase shows and its payment does not change. */
export async function readBeside(
  em: EntityManager,
  { id, listingId, resaleAllowed }: Pick<Purchase, 'id' | 'listingId' | 'resaleAllowed'>,
  feedback: FeedbackState | Promise<FeedbackState>,
): Promise<Pick<PurchaseFacts, 'title' | 'feedback' | 'resale' | 'wrap'>> {
  const [given, listing, offers, wraps] = await Promise.all([
    feedback,
    em.findOne(Listing, listingId, { fields: ['title'], disableIdentityMap: true }),
    offersOf(em, resaleAllowed ? [id] : []),
    wrapsOf(em, [id]),
  ])
  return { title: listing?.title ?? null, feedback: given, resale: offers.get(id), wrap: wraps.get(id) ?? NO_WRAP }
}

/** Reads what the view of a purchase shows and its payment changes. */
export async function readPaid(
  em: EntityManager,
  purchase: Pick<Purchase, 'id' | 'rail' | 'kind'>,
): Promise<Pick<PurchaseFacts, 'transaction' | 'refundDue' | 'timeline'>> {
  const { id: purchaseId, rail } = purchase
  const [timeline, transaction, due] = await Promise.all([
    em.find(PurchaseEvent, { purchaseId }, { orderBy: { nth: 'asc' }, disableIdentityMap: true }),
    transactionOf(em, purchase),
    refundsDue(em, rail === 'solana' ? [purchaseId] : []),
  ])
  return { timeline, transaction, refundDue: due.get(purchaseId) ?? null }
}

/** The transaction on chain that paid a purchase; null when there is none. */
async function transactionOf(
  em: EntityManager,
  { id, rail, kind }: Pick<Purchase, 'id' | 'rail' | 'kind'>,
): Promise<string | null> {
  if (rail === 'solana') {
    const standing = {
      orderId: { $in: await ordersOf(em, { id, kind }) },
      verdict: 'pays',
      state: { $ne: 'gone' },
    } as const
    const paid = await em.findOne(SolanaPayment, standing, { fields: ['signature'], disableIdentityMap: true })
    return paid?.signature ?? null
  }
  if (rail !== 'x402') return null
  const proof = await em.findOne(PaymentProof, { callId: id }, { fields: ['transaction'], disableIdentityMap: true })
  return proof?.transaction ?? null
}

/** The view of a purchase that was just claimed, from what the claim wrote alone. */
export function viewClaimed(row: ClaimedRow): PurchaseView {
  const at = new Date(row.at)
  const isAwaited = row.delivery_status === 'awaiting'
  // Safe: it has every column of the purchase that the view reads and the claim fills.
  const purchase = {
    id: row.id,
    listingId: row.listing_id,
    listingVersion: row.listing_version,
    sellerId: row.seller_id,
    buyerId: row.buyer_id,
    kind: 'free',
    status: 'paid',
    deliveryStatus: row.delivery_status,
    rail: 'free',
    currency: 'usdc',
    priceCents: 0,
    licenseId: row.license_id,
    refundDays: row.refund_days,
    resaleAllowed: row.resale_allowed,
    royaltyBps: row.royalty_bps,
    deliveryForm: row.delivery_form,
    contentSha256: row.content_sha256,
    refundedCents: 0,
    refundableUntil: row.refundable_until === null ? null : new Date(row.refundable_until),
    paidAt: at,
    deliveredAt: isAwaited ? null : at,
    createdAt: at,
    updatedAt: at,
  } as Purchase
  const timeline = [
    { at, event: 'bought', actor: 'buyer', reason: null },
    { at, event: isAwaited ? 'delivery_awaited' : 'delivered', actor: 'platform', reason: null },
  ] as const
  const facts = { role: 'buyer', title: row.listing_title, feedback: 'none', transaction: null, timeline } as const
  return viewPurchase(purchase, facts)
}
