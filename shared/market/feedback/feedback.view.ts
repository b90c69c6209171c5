import { z } from 'zod'

import { publicId } from '../public-id.ts'
import type { Feedback } from './feedback.entity.ts'

const when = z.string().describe('ISO 8601, UTC')

/** Feedback as everybody sees it: its author is a buyer, and stays anonymous. */
export const FeedbackView = z.object({
  feedback_id: z.string(),
  listing_id: z.string(),
  author: z.string().describe('a label; who bought is never told'),
  rating: z.int(),
  comment: z.string().nullable(),
  tags: z.array(z.string()),
  would_buy_again: z.boolean().nullable(),
  counts: z.boolean().describe('false for a sale that was refunded, or within one owner: it is in no average'),
  reply: z.object({ text: z.string(), at: when }).nullable().describe("the seller's"),
  created_at: when,
  edited_at: when.nullable(),
})
export type FeedbackView = z.output<typeof FeedbackView>

/** The wire form of feedback. */
export const viewFeedback = (feedback: Feedback): FeedbackView => ({
  feedback_id: publicId('fbk', feedback.id),
  listing_id: publicId('lst', feedback.listingId),
  author: 'A verified buyer',
  rating: feedback.rating,
  comment: feedback.comment ?? null,
  tags: feedback.tags,
  would_buy_again: feedback.wouldBuyAgain ?? null,
  counts: feedback.isCounted,
  reply: feedback.reply && feedback.repliedAt ? { text: feedback.reply, at: feedback.repliedAt.toISOString() } : null,
  created_at: feedback.createdAt.toISOString(),
  edited_at: feedback.editedAt?.toISOString() ?? null,
})
