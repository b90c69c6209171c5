import { z } from 'zod'

import { plainText } from '../users/account-fields.ts'

/** Request body of feedback. */
export const FeedbackBody = z.object({
  rating: z.int().min(1).max(5).describe('1 to 5'),
  comment: plainText(2_000).nullish(),
  tags: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
    )
    .max(10)
    .transform((tags) => [...new Set(tags)])
    .default([]),
  would_buy_again: z.boolean().nullish(),
})
export type FeedbackSent = z.output<typeof FeedbackBody>
