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
  /** Its sealed first attempt (`shared/calls/carried-attempt.ts`); null when a worker starts it by its id. */
  readonly carried: string | null
  readonly [accepted]: true
}

/** Says that the database has accepted a call. Only what ran the statement may say so. */
export const acceptedCall = (
  { callId, slug, pool }: Pick<AcceptedCall, 'callId' | 'slug' | 'pool'>,
  carried: string | null = null,
): AcceptedCall =>
  // Safe: the mark exists for the compiler alone.
  ({ callId, slug, pool, carried }) as AcceptedCall
