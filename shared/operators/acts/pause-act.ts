import type { Pool as PgPool } from 'pg'

import { drainName, pauseOutcomeFor } from '#shared/calls/pause-outcome.ts'
import type { Pool } from '#shared/calls/pools.ts'

/** Refuses the calls of an outcome or of a whole pool for some minutes, or takes them again. What runs ends as it would. */
export type PauseAct =
  | { name: 'outcome pause'; slug: string; minutes: number }
  | { name: 'outcome resume'; slug: string }
  | { name: 'pool drain'; pool: Pool; minutes: number }
  | { name: 'pool resume'; pool: Pool }

/** Longest pause in minutes: a week. */
export const MOST_MINUTES = 10_080

/** Runs an act that pauses. */
export async function runPauseAct(pg: PgPool, act: PauseAct): Promise<Record<string, unknown>> {
  const minutes = 'minutes' in act ? act.minutes : 0
  const until = minutes === 0 ? null : new Date(Date.now() + minutes * 60_000).toISOString()
  if ('slug' in act) {
    await pauseOutcomeFor(pg, act.slug, minutes)
    return { slug: act.slug, paused_until: until }
  }
  await pauseOutcomeFor(pg, drainName(act.pool), minutes)
  return { pool: act.pool, drained_until: until }
}
