import type { EntityManager } from '@mikro-orm/sql'
import type { Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'

import type { LimitRule } from '#shared/limits.rules.ts'

import { giveBackTo, takeFromCounters, type TakenFrom } from '../quotas/limit-counters.ts'

/** One use of a limit. `who` is a keyed hash (account-hashes.ts). */
export type RateLimitUse = { rule: LimitRule; who: Buffer }

/**
 * Takes one use of each limit, and returns them for `giveBack`. Throws 429 `rate_limited` with Retry-After when one of
 * them is exhausted; the use counts all the same. `refusal` is the error text.
 */
export async function consumeRateLimits(
  pg: PgPool,
  uses: readonly RateLimitUse[],
  refusal: string,
): Promise<readonly TakenFrom[]> {
  const counters = await takeFromCounters(
    pg,
    uses.map(({ rule: { name, windowS }, who }) => ({ name, who, windowS, points: 1 })),
  )
  const spent = counters.filter(({ taken }, nth) => taken > (uses[nth]?.rule.points ?? 0))
  if (spent.length === 0) return counters
  const retryAfterS = Math.max(...spent.map(({ leftS }) => leftS))
  throw new Refusal('rate_limited', refusal, {
    retryAfterS,
    fix: { action: `Wait ${retryAfterS} s and send the request again.` },
  })
}

/** Gives back uses that should not count, such as those of a login with the right password. */
export const giveBack = (em: EntityManager, taken: readonly TakenFrom[]): Promise<void> => giveBackTo(em, taken, 1)
