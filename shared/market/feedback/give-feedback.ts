import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import { BETWEEN_OWNERS } from '../purchases/fair-sale.ts'
import type { Actor } from '../users/actor.ts'
import { noteEvent } from '../listings/browse/note-event.ts'
import { Feedback } from './feedback.entity.ts'
import type { FeedbackSent } from './feedback-fields.ts'
import { requireBuyer, type ReviewedPurchase } from './reviewed-purchase.ts'

/**
 * Stores a buyer's feedback on a locked purchase, and returns it. Its rating counts for the listing and the seller
 * unless both sides are one owner, or it was a resale. Throws 404 when the purchase does not exist or the actor is neither its buyer nor
 * its seller, 403 for the seller, 409 `conflict` before delivery, `purchase_refunded` after a refund and
 * `already_exists` the second time.
 */
export async function giveFeedback(
  em: EntityManager,
  { actor, purchase, sent }: { actor: Actor; purchase: ReviewedPurchase | null; sent: FeedbackSent },
): Promise<Feedback> {
  const { id: purchaseId, listingId, sellerId, status, deliveryStatus } = requireBuyer(actor, purchase)
  if (deliveryStatus !== 'delivered' && deliveryStatus !== 'confirmed')
    throw new Refusal('conflict', 'This purchase was not delivered yet.', {
      fix: { action: 'Give feedback once it was delivered.' },
    })
  // Otherwise a seller could have others buy, praise and get everything back.
  if (status === 'refunded')
    throw new Refusal('purchase_refunded', 'This purchase was refunded; feedback is for what was kept.', {
      fix: {
        action: 'Report the listing, if it breaks the rules.',
        method: 'POST',
        path: '/api/listings/{listing_id}/report',
      },
    })
  const tx = connectionOf(em)
  // SQL: an EntityManager has no lock that lets others refer to the listing meanwhile. It comes first, as in every
  // change of a listing.
  await tx.query(`select from listing where id = $1 for no key update`, [listingId])
  // SQL: the condition is that of sales that count.
  const { rows } = await tx.query<{ counts: boolean }>(
    `select p.kind <> 'resale' and ${BETWEEN_OWNERS} as counts from purchase p where p.id = $1`,
    [purchaseId],
  )
  const id = uuidv7()
  const { affectedRows } = await em
    .qb(Feedback)
    .insert({
      id,
      purchaseId,
      listingId,
      sellerId,
      buyerId: actor.userId,
      rating: sent.rating,
      comment: sent.comment ?? null,
      tags: sent.tags,
      wouldBuyAgain: sent.would_buy_again ?? null,
      isCounted: rows[0]?.counts ?? false,
    })
    .onConflict(['purchaseId'])
    .ignore()
    .execute('run')
  if (affectedRows === 0)
    throw new Refusal('already_exists', 'There is feedback on this purchase already.', {
      fix: { action: 'Change it.', method: 'PATCH', path: '/api/purchases/{purchase_id}/feedback' },
    })
  await noteEvent(em, listingId, 'reviewed', { rating: sent.rating })
  return em.findOneOrFail(Feedback, id)
}
