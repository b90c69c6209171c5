import type { EntityManager } from '@mikro-orm/sql'

import { PaymentProof } from '#shared/money/payment-proof.entity.ts'

import { Listing } from '../listings/listing.entity.ts'
import { offersOf } from '../resale/resale-states.ts'
import { refundsDue } from '../solana/refunds-due.ts'
import { NO_WRAP, wrapsOf } from '../wraps/wraps-of.ts'
import { countPurchases } from './commerce-day.ts'
import { Purchase } from './purchase.entity.ts'
import { type FeedbackState, type PurchaseView, viewPurchase } from './purchase.view.ts'

/**
 * Lists the purchases or the sales of a user, newest first, without their timelines. The total is a counter.
 * `feedbackOf` tells which of them have feedback.
 */
export async function listPurchases(
  em: EntityManager,
  { role, userId, limit, offset }: { role: 'buyer' | 'seller'; userId: string; limit: number; offset: number },
  feedbackOf: (purchaseIds: string[]) => Promise<ReadonlyMap<string, FeedbackState>>,
): Promise<{ items: PurchaseView[]; total: number }> {
  const where = role === 'buyer' ? { buyerId: userId } : { sellerId: userId }
  const [purchases, total] = await Promise.all([
    em.find(Purchase, where, { orderBy: { id: 'desc' }, limit, offset, disableIdentityMap: true }),
    countPurchases(em, role, userId),
  ])
  const byX402 = purchases.filter(({ rail }) => rail === 'x402').map(({ id }) => id)
  const listingIds = [...new Set(purchases.map(({ listingId }) => listingId))]
  const onSolana = purchases.filter(({ rail }) => rail === 'solana').map(({ id }) => id)
  const [listings, payments, reviewed, due, offers, wraps] = await Promise.all([
    em.find(Listing, { id: { $in: listingIds } }, { fields: ['title'], disableIdentityMap: true }),
    byX402.length === 0
      ? []
      : em.find(
          PaymentProof,
          { callId: { $in: byX402 } },
          { fields: ['callId', 'transaction'], disableIdentityMap: true },
        ),
    feedbackOf(purchases.map(({ id }) => id)),
    refundsDue(em, onSolana),
    offersOf(
      em,
      purchases.filter(({ resaleAllowed }) => resaleAllowed).map(({ id }) => id),
    ),
    wrapsOf(
      em,
      purchases.map(({ id }) => id),
    ),
  ])
  const titles = new Map(listings.map(({ id, title }) => [id, title]))
  const transactions = new Map(payments.map(({ callId, transaction }) => [callId, transaction]))
  const items = purchases.map((purchase) =>
    viewPurchase(purchase, {
      role,
      title: titles.get(purchase.listingId) ?? null,
      feedback: reviewed.get(purchase.id) ?? 'none',
      transaction: transactions.get(purchase.id) ?? null,
      refundDue: due.get(purchase.id) ?? null,
      resale: offers.get(purchase.id),
      wrap: wraps.get(purchase.id) ?? NO_WRAP,
    }),
  )
  return { items, total }
}
