import { z } from 'zod'

import { plainText } from '../users/account-fields.ts'

const Rating = z.int().min(1).max(5).describe('1 to 5')
const Tags = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
  )
  .max(10)
  .transform((tags) => [...new Set(tags)])

/** Request body of feedback. */
export const FeedbackBody = z.object({
  rating: Rating,
  comment: plainText(2_000).nullish(),
  tags: Tags.default([]),
  would_buy_again: z.boolean().nullish(),
})
export type FeedbackSent = z.output<typeof FeedbackBody>

/** Request body of a change of feedback: what is left out stays. */
export const FeedbackPatch = z.object({
  rating: Rating.optional(),
  comment: plainText(2_000).nullish(),
  tags: Tags.optional(),
  would_buy_again: z.boolean().nullish(),
})
export type FeedbackChange = z.output<typeof FeedbackPatch>

/** Request body of a seller's reply. */
export const ReplyBody = z.object({
  reply: plainText(2_000).refine((text) => text !== '', { message: 'this is empty' }),
})
