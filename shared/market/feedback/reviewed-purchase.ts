import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'

import { mayEditFeedback } from '../purchases/feedback-window.ts'
import { Purchase } from '../purchases/purchase.entity.ts'
import type { FeedbackState } from '../purchases/purchase.view.ts'
import type { Actor } from '../users/actor.ts'
import { notFound } from '../users/require-owner.ts'
import { Feedback } from './feedback.entity.ts'

/** What feedback checks of a purchase. */
export type ReviewedPurchase = Pick<Purchase, 'id' | 'listingId' | 'sellerId' | 'buyerId' | 'status' | 'deliveryStatus'>

/** Finds the purchase of a path id for feedback, and locks it until the end of the transaction; null when there is none. */
export const lockReviewed = async (em: EntityManager, purchaseId: string | null): Promise<Purchase | null> =>
  purchaseId === null ? null : em.findOne(Purchase, purchaseId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })

/** Returns a purchase to its buyer. Throws 404 for strangers, who learn nothing of it, and 403 for the seller. */
export function requireBuyer(actor: Actor, purchase: ReviewedPurchase | null): ReviewedPurchase {
  if (purchase?.buyerId === actor.userId) return purchase
  if (purchase?.sellerId !== actor.userId) throw notFound('purchase')
  throw new Refusal('forbidden', 'Feedback is for the buyer.', { fix: { action: 'Ask the buyer for it.' } })
}

/** The state of the feedback on those of the purchases that have any. */
export async function feedbackStates(
  em: EntityManager,
  purchaseIds: string[],
): Promise<ReadonlyMap<string, FeedbackState>> {
  const found = await em.find(
    Feedback,
    { purchaseId: { $in: purchaseIds } },
    { fields: ['purchaseId', 'createdAt'], disableIdentityMap: true },
  )
  const at = new Date()
  return new Map(
    found.map(({ purchaseId, createdAt }) => [purchaseId, mayEditFeedback(createdAt, at) ? 'open' : 'closed']),
  )
}
