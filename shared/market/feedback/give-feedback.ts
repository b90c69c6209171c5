import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { fragment } from '#shared/db/fragment.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import type { Actor } from '../users/actor.ts'
import { noteEvent } from '../listings/browse/note-event.ts'
import { Listing } from '../listings/listing.entity.ts'
import { SellerStat } from '../listings/seller-stat.entity.ts'
import { notFound } from '../users/require-owner.ts'
import { Feedback } from './feedback.entity.ts'
import type { FeedbackSent } from './feedback-fields.ts'
import type { ReviewedPurchase } from './reviewed-purchase.ts'

/**
 * Stores a buyer's feedback on a purchase inside the caller's transaction, and adds it to the ratings of the listing
 * and the seller. Throws 404 when the purchase does not exist or the actor is neither its buyer nor its seller, 403 for
 * the seller, 409 `conflict` before delivery and `already_exists` the second time.
 */
export async function giveFeedback(
  em: EntityManager,
  { actor, purchase, sent }: { actor: Actor; purchase: ReviewedPurchase | null; sent: FeedbackSent },
): Promise<string> {
  if (purchase === null || (purchase.buyerId !== actor.userId && purchase.sellerId !== actor.userId))
    throw notFound('purchase')
  if (purchase.buyerId !== actor.userId)
    throw new Refusal('forbidden', 'Feedback is for the buyer.', { fix: { action: 'Ask the buyer for it.' } })
  if (purchase.deliveryStatus !== 'delivered' && purchase.deliveryStatus !== 'confirmed')
    throw new Refusal('conflict', 'This purchase was not delivered yet.', {
      fix: { action: 'Give feedback once it was delivered.' },
    })
  const id = uuidv7()
  const { listingId, sellerId } = purchase
  const buyerId = actor.userId
  // SQL: an EntityManager has no lock that lets others refer to the listing meanwhile. It comes first, as in every
  // change of a listing.
  await connectionOf(em).query(`select from listing where id = $1 for no key update`, [listingId])
  const { affectedRows } = await em
    .qb(Feedback)
    .insert({
      id,
      purchaseId: purchase.id,
      listingId,
      sellerId,
      buyerId,
      rating: sent.rating,
      comment: sent.comment ?? null,
      tags: sent.tags,
      wouldBuyAgain: sent.would_buy_again ?? null,
    })
    .onConflict(['purchaseId'])
    .ignore()
    .execute('run')
  if (affectedRows === 0)
    throw new Refusal('already_exists', 'There is feedback on this purchase already.', {
      fix: { action: 'Read it at GET /api/purchases/seller/{seller_id}/feedback.' },
    })
  await em.nativeUpdate(
    Listing,
    { id: listingId },
    { ratingSum: fragment`rating_sum + ${sent.rating}`, ratingCount: fragment`rating_count + 1` },
  )
  await em
    .qb(SellerStat)
    .insert({ userId: sellerId, ratingSum: sent.rating, ratingCount: 1 })
    .onConflict(['userId'])
    .merge({
      ratingSum: fragment`seller_stat.rating_sum + excluded.rating_sum`,
      ratingCount: fragment`seller_stat.rating_count + 1`,
    })
    .execute('run')
  await noteEvent(em, listingId, 'reviewed', { rating: sent.rating })
  return id
}
