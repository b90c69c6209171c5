import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'

import { Refusal } from '#shared/errors.ts'

import type { Actor } from '../users/actor.ts'
import { noteEvent } from '../listings/browse/note-event.ts'
import { notFound } from '../users/require-owner.ts'
import type { FeedbackSent } from './feedback-fields.ts'
import type { ReviewedPurchase } from './reviewed-purchase.ts'

/**
 * Stores a buyer's feedback on a purchase inside the caller's transaction, and adds it to the ratings of the listing
 * and the seller. Throws 404 when the purchase does not exist or the actor is neither its buyer nor its seller, 403 for
 * the seller, 409 `conflict` before delivery and `already_exists` the second time.
 */
export async function giveFeedback(
  tx: PoolClient,
  actor: Actor,
  purchase: ReviewedPurchase | null,
  sent: FeedbackSent,
): Promise<string> {
  if (purchase === null || (purchase.buyerId !== actor.userId && purchase.sellerId !== actor.userId))
    throw notFound('purchase')
  if (purchase.buyerId !== actor.userId)
    throw new Refusal('forbidden', 'Feedback is for the buyer.', { fix: { action: 'Ask the buyer for it.' } })
  if (!purchase.isDelivered)
    throw new Refusal('conflict', 'This purchase was not delivered yet.', {
      fix: { action: 'Give feedback once it was delivered.' },
    })
  const id = uuidv7()
  // Lock order: the listing comes first, as in every change of a listing.
  await tx.query(`select from listing where id = $1 for no key update`, [purchase.listingId])
  const { rowCount } = await tx.query(INSERT, [
    id,
    purchase.id,
    purchase.listingId,
    purchase.sellerId,
    purchase.buyerId,
    sent.rating,
    sent.comment ?? null,
    sent.tags,
    sent.would_buy_again ?? null,
  ])
  if (rowCount === 0)
    throw new Refusal('already_exists', 'There is feedback on this purchase already.', {
      fix: { action: 'Read it at GET /api/purchases/seller/{seller_id}/feedback.' },
    })
  await tx.query(RATE_LISTING, [purchase.listingId, sent.rating])
  await tx.query(RATE_SELLER, [purchase.sellerId, sent.rating])
  await noteEvent(tx, purchase.listingId, 'reviewed', { rating: sent.rating })
  return id
}

const INSERT = `
insert into feedback (id, purchase_id, listing_id, seller_id, buyer_id, rating, comment, tags, would_buy_again)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (purchase_id) do nothing`

const RATE_LISTING = `
update listing set rating_sum = rating_sum + $2, rating_count = rating_count + 1 where id = $1`

const RATE_SELLER = `
insert into seller_stat as s (user_id, rating_sum, rating_count) values ($1, $2, 1)
on conflict (user_id) do update set rating_sum = s.rating_sum + $2, rating_count = s.rating_count + 1`
