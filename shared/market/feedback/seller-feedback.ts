import type { EntityManager } from '@mikro-orm/sql'

import { publicId, uuidOf } from '../public-id.ts'
import { MarketUser } from '../users/market-user.entity.ts'
import { notFound } from '../users/require-owner.ts'
import { Feedback } from './feedback.entity.ts'
import { type FeedbackView, viewFeedback } from './feedback.view.ts'

export type FeedbackSummary = { avg: number | null; count: number; histogram: Record<string, number> }

/**
 * Lists the feedback on a seller, newest first; `total` is how many there are, and the summary is of those that count.
 * Throws 404 for an unknown seller.
 */
export async function sellerFeedback(
  em: EntityManager,
  shownId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ sellerId: string; items: FeedbackView[]; total: number; summary: FeedbackSummary }> {
  const sellerId = uuidOf('usr', shownId)
  if (sellerId === null || (await em.count(MarketUser, { id: sellerId })) !== 1) throw notFound('seller')
  const [listed, ratings, total] = await Promise.all([
    em.find(Feedback, { sellerId }, { orderBy: { id: 'desc' }, limit, offset, disableIdentityMap: true }),
    em.countBy(Feedback, 'rating', { where: { sellerId, isCounted: true } }),
    em.count(Feedback, { sellerId }),
  ])
  const histogram: Record<string, number> = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, ...ratings }
  const count = Object.values(ratings).reduce((sum, times) => sum + times, 0)
  const sum = Object.entries(ratings).reduce((points, [rating, times]) => points + Number(rating) * times, 0)
  return {
    sellerId: publicId('usr', sellerId),
    items: listed.map(viewFeedback),
    total,
    summary: { avg: count === 0 ? null : Math.round((sum / count) * 100) / 100, count, histogram },
  }
}
