import { QUEUE_ALLOWANCE_MS } from '#shared/calls/accept.ts'
import { Refusal } from '#shared/errors.ts'
import type { Pool } from '#shared/queues/pools.ts'

import type { IngressDeps } from '../deps.ts'

/**
 * Refuses a call its pool cannot start in time, before any money moves: 503 with the seconds after which it probably
 * could. A pool without a live worker is refused at once.
 */
export async function admit(pools: IngressDeps['pools'], queueFailing: boolean, pool: Pool): Promise<void> {
  const samples = queueFailing ? null : await pools()
  if (samples === null) {
    throw new Refusal('unavailable', 'This service cannot take calls right now; nothing was charged.', {
      retryAfterS: 2,
      fix: { action: 'Send the call again in two seconds.' },
    })
  }
  const sample = samples.get(pool)
  if (sample === undefined || sample.workers === 0) {
    throw new Refusal('unavailable', `No worker of the ${pool} pool is running; nothing was charged.`, {
      retryAfterS: 5,
      fix: { action: 'Send the call again in five seconds, or see /readyz.', method: 'GET', path: '/readyz' },
    })
  }
  const waitMs = (Math.max(0, sample.open - sample.slots) / sample.slots) * sample.runMs
  if (waitMs <= QUEUE_ALLOWANCE_MS) return
  const retryAfterS = Math.ceil((waitMs - QUEUE_ALLOWANCE_MS / 2) / 1_000)
  throw new Refusal(
    'overloaded',
    `The ${pool} pool has more waiting work than it can do in time; nothing was charged.`,
    {
      retryAfterS,
      fix: { action: `Send the call again in ${retryAfterS} s.` },
    },
  )
}
