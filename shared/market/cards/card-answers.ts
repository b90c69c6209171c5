import { z } from 'zod'

/** Answers of the settlement process about payments by card. */
export const OfferedCard = z.object({ client_secret: z.string(), status: z.string() })
export type OfferedCard = z.output<typeof OfferedCard>

/** The state of a payment after it was read at the processor. */
export const LookedAtCard = z.object({ state: z.enum(['open', 'paid', 'surplus', 'canceled']) })
