import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import { uuidOf } from '../public-id.ts'
import { mayEditFeedback } from '../purchases/feedback-window.ts'
import type { Actor } from '../users/actor.ts'
import { notFound } from '../users/require-owner.ts'
import { Feedback } from './feedback.entity.ts'
import type { FeedbackChange } from './feedback-fields.ts'
import { requireBuyer, type ReviewedPurchase } from './reviewed-purchase.ts'

/**
 * Changes the actor's feedback on a locked purchase within 30 days, and returns it. Throws 404 without a purchase or
 * feedback of theirs, 403 for the seller and 409 `feedback_closed` afterwards.
 */
export async function changeFeedback(
  em: EntityManager,
  { actor, purchase, change }: { actor: Actor; purchase: ReviewedPurchase | null; change: FeedbackChange },
): Promise<Feedback> {
  const { id: purchaseId, listingId } = requireBuyer(actor, purchase)
  // SQL: as for new feedback, the listing is locked first.
  await connectionOf(em).query(`select from listing where id = $1 for no key update`, [listingId])
  const feedback = await em.findOne(Feedback, { purchaseId })
  if (feedback === null) throw notFound('feedback')
  if (!mayEditFeedback(feedback.createdAt, new Date()))
    throw new Refusal('feedback_closed', 'Feedback can be changed for 30 days; this is older.', {
      fix: { action: 'Leave it as it is.' },
    })
  const { rating, comment, tags, would_buy_again: wouldBuyAgain } = change
  em.assign(feedback, {
    ...(rating === undefined ? {} : { rating }),
    ...(comment === undefined ? {} : { comment }),
    ...(tags === undefined ? {} : { tags }),
    ...(wouldBuyAgain === undefined ? {} : { wouldBuyAgain }),
    editedAt: now,
  })
  await em.flush()
  return em.refreshOrFail(feedback)
}

/**
 * Sets the reply of a seller to feedback, in the place of an earlier one, and returns the feedback. Throws 404 for
 * unknown feedback and 403 for everybody but its seller.
 */
export async function replyToFeedback(
  em: EntityManager,
  { actor, feedbackId, reply }: { actor: Actor; feedbackId: string; reply: string },
): Promise<Feedback> {
  const id = uuidOf('fbk', feedbackId)
  const feedback = id === null ? null : await em.findOne(Feedback, id)
  if (feedback === null) throw notFound('feedback')
  if (feedback.sellerId !== actor.userId)
    throw new Refusal('forbidden', 'The seller replies to feedback.', {
      fix: { action: 'Use the account that sold the listing.' },
    })
  em.assign(feedback, { reply, repliedAt: now })
  await em.flush()
  return em.refreshOrFail(feedback)
}
