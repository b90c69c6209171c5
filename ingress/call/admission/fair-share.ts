import { Refusal } from '#shared/errors.ts'
import type { Pool } from '#shared/calls/pools.ts'

import type { PoolSample } from '#ingress/deps.ts'
import { jitter } from '#ingress/http/jitter.ts'

/** Of a pool's slots, what one key may hold while others want some. */
const SHARE = 0.75
/** Calls that run shorter than this give their slot back before anybody notices. */
const SLOW_RUN_MS = 100
/** How long after others were last seen in a pool the share counts; their quick calls are rarely seen. */
const REMEMBERED_MS = 30_000

/**
 * Keeps one key from holding every slot of a pool with slow calls, so that the others' calls do not wait behind its line.
 * Alone in a pool a key may have all of it. Throws 429.
 */
export function fairShare(now: () => number = () => performance.now()) {
  const sharedUntil = new Map<Pool, number>()
  return (pool: Pool, { slots, openByOtherKeys, openByKey }: PoolSample, runMs: number, payer: string | null): void => {
    if (openByOtherKeys > 0) sharedUntil.set(pool, now() + REMEMBERED_MS)
    const own = payer === null ? 0 : (openByKey.get(payer) ?? 0)
    const share = Math.max(1, Math.floor(slots * SHARE))
    if (own < share || runMs < SLOW_RUN_MS || (sharedUntil.get(pool) ?? 0) < now()) return
    throw new Refusal('too_many_in_flight', `This key has ${own} calls open in a pool that others use too.`, {
      retryAfterS: jitter(1),
      fix: { action: 'Wait for one of them to end, then send the call again.' },
      extra: { pool, open: own, share },
    })
  }
}
