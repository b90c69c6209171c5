import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { Purchase } from '../purchases/purchase.entity.ts'
import { Feedback } from './feedback.entity.ts'

/** What feedback checks of a purchase. */
export type ReviewedPurchase = Pick<Purchase, 'id' | 'listingId' | 'sellerId' | 'buyerId' | 'deliveryStatus'>

/** Finds the purchase of a path id for feedback, and locks it until the end of the transaction; null when there is none. */
export const lockReviewed = async (em: EntityManager, purchaseId: string | null): Promise<Purchase | null> =>
  purchaseId === null ? null : em.findOne(Purchase, purchaseId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })

/** Whether the buyer of a purchase has said how it was. */
export const hasFeedback = async (em: EntityManager, purchaseId: string): Promise<boolean> =>
  (await em.count(Feedback, { purchaseId })) > 0

/** Those of the purchases that have feedback. */
export async function reviewedOf(em: EntityManager, purchaseIds: string[]): Promise<ReadonlySet<string>> {
  const found = await em.find(
    Feedback,
    { purchaseId: { $in: purchaseIds } },
    { fields: ['purchaseId'], disableIdentityMap: true },
  )
  return new Set(found.map(({ purchaseId }) => purchaseId))
}
