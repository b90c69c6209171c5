import type { FirstAttempt } from './carried-attempt.ts'
import type { Pool } from './pools.ts'

declare const accepted: unique symbol

/**
 * A call that the database has accepted: its money is held, or it needs none. The queue takes nothing else, so unpaid work
 * cannot be enqueued (test/house/boundaries.test.ts lists who makes one).
 */
export type AcceptedCall = {
  readonly callId: string
  readonly slug: string
  readonly pool: Pool
  /** Null when a worker starts it by its id. */
  readonly first: FirstAttempt | null
  readonly [accepted]: true
}

/** Says that the database has accepted a call. Only what ran the statement may say so. */
export const acceptedCall = (
  { callId, slug, pool }: Pick<AcceptedCall, 'callId' | 'slug' | 'pool'>,
  first: FirstAttempt | null = null,
): AcceptedCall =>
  // Safe: the mark exists for the compiler alone.
  ({ callId, slug, pool, first }) as AcceptedCall
