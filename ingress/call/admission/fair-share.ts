import { Refusal } from '#shared/errors.ts'
import type { Pool } from '#shared/calls/pools.ts'

import type { PoolSample } from '#ingress/deps.ts'
import { jitter } from '#ingress/http/jitter.ts'

/** The part of a pool's slots that one key may hold while others use the pool. */
const SHARE = 0.75
/** Pools with shorter calls are not limited: their slots are free again at once. */
const SLOW_RUN_MS = 100
/** How long the share applies after other keys were last seen: a sample rarely catches their short calls. */
const REMEMBERED_MS = 30_000

/**
 * Keeps one key from holding every slot of a pool with slow calls. A key that is alone in a pool may have all slots.
 * Throws 429.
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
