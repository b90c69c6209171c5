import { z } from 'zod'

/** What the settlement process answers about a payment by card: what its form needs. */
export const OfferedCard = z.object({ client_secret: z.string(), status: z.string() })
export type OfferedCard = z.output<typeof OfferedCard>
