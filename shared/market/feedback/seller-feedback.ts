import type { EntityManager } from '@mikro-orm/sql'

import { publicId, uuidOf } from '../public-id.ts'
import { MarketUser } from '../users/market-user.entity.ts'
import { notFound } from '../users/require-owner.ts'
import { Feedback } from './feedback.entity.ts'

/** Feedback as shown to everybody: its author is a buyer, and stays anonymous. */
export type ShownFeedback = {
  feedback_id: string
  listing_id: string
  author: string
  rating: number
  comment: string | null
  tags: string[]
  would_buy_again: boolean | null
  created_at: string
}
export type FeedbackSummary = { avg: number | null; count: number; histogram: Record<string, number> }

/** Lists the feedback on a seller, newest first, with a summary of all of it. Throws 404 for an unknown seller. */
export async function sellerFeedback(
  em: EntityManager,
  shownId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ sellerId: string; items: ShownFeedback[]; summary: FeedbackSummary }> {
  const sellerId = uuidOf('usr', shownId)
  if (sellerId === null || (await em.count(MarketUser, { id: sellerId })) !== 1) throw notFound('seller')
  const [listed, ratings] = await Promise.all([
    em.find(Feedback, { sellerId }, { orderBy: { id: 'desc' }, limit, offset, disableIdentityMap: true }),
    em.countBy(Feedback, 'rating', { where: { sellerId } }),
  ])
  const histogram: Record<string, number> = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, ...ratings }
  const count = Object.values(ratings).reduce((total, times) => total + times, 0)
  const sum = Object.entries(ratings).reduce((total, [rating, times]) => total + Number(rating) * times, 0)
  return {
    sellerId: publicId('usr', sellerId),
    items: listed.map((feedback) => ({
      feedback_id: publicId('fbk', feedback.id),
      listing_id: publicId('lst', feedback.listingId),
      author: 'A verified buyer',
      rating: feedback.rating,
      comment: feedback.comment ?? null,
      tags: feedback.tags,
      would_buy_again: feedback.wouldBuyAgain ?? null,
      created_at: feedback.createdAt.toISOString(),
    })),
    summary: { avg: count === 0 ? null : Math.round((sum / count) * 100) / 100, count, histogram },
  }
}
