import type { Pool as PgPool } from 'pg'

import type { RefusalCode } from '#shared/errors.ts'

import { acceptKeyedBatch } from './accept-keyed-batch.ts'
import { acceptKeyedLone } from './accept-keyed-lone.ts'
import { type Accepted, type CallToAccept, LOCK_WAIT_MS, type Replay } from './accept.ts'

export type KeyedCall = CallToAccept & {
  keyId: string
  keyHmac: Buffer
  /** For a bundle: the slugs it runs. A key's policy lists may name these instead of the bundle. */
  members?: readonly string[]
  /**
   * Its first attempt travels with the job (`shared/calls/carried-attempt.ts`): the call is written with attempt 1 and its lease.
   */
  isCarried?: boolean
}

/** Why a key was refused: a code of the error table, and the balance its message needs. */
export type KeyRefusal = {
  kind: 'refused'
  code: Extract<
    RefusalCode,
    | 'invalid_service_key'
    | 'key_revoked'
    | 'trial_expired'
    | 'trial_price_cap'
    | 'policy_slug'
    | 'policy_call_ceiling'
    | 'policy_daily_ceiling'
    | 'policy_monthly_ceiling'
    | 'insufficient_balance'
  >
  availableMicroUsdc: bigint
}

export type KeyedAnswer = Accepted | Replay | KeyRefusal

/**
 * Accepts a batch of calls paid with service keys, in one statement: checks the key, places the hold, writes the call.
 * Safe when several batches and ingresses run at once. Account rows are locked in id order, so the statements cannot
 * deadlock. Each decision uses the locked balance, so no account is overdrawn. Within a batch, the cheapest calls of a
 * key are accepted first, so an expensive call that does not fit cannot refuse a cheaper one that does. A call that
 * comes alone has a shorter statement, which decides the same.
 */
export async function acceptKeyed(
  pg: PgPool,
  calls: readonly KeyedCall[],
  replyTo: string,
  lockWaitMs = LOCK_WAIT_MS,
): Promise<KeyedAnswer[]> {
  const [lone] = calls
  if (lone !== undefined && calls.length === 1) return [await acceptKeyedLone(pg, lone, replyTo, lockWaitMs)]
  return acceptKeyedBatch(pg, calls, replyTo, lockWaitMs)
}
