import type { Pool as PgPool } from 'pg'

import { cacheFor } from '#shared/lib/concurrency/cache-for.ts'

import { codeOf, isOutage } from './outage.ts'

/** How long a measured lag is believed. */
const LAG_FRESH_MS = 500

/**
 * Milliseconds by which a standby is behind. Housekeeping commits twice a second, so the commit that was replayed last tells
 * it; null on a standby that replayed nothing yet. A server that is no standby is not behind.
 */
const LAG = `select case when pg_is_in_recovery() then extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000
  else 0 end::float8 as lag_ms`

/** Another process of the standby removed rows that a statement was reading: it can be asked again, elsewhere. */
const RECOVERY_CONFLICTS = new Set(['40001', '40P01'])

type Query = (...asked: unknown[]) => Promise<unknown>

/**
 * Makes a pool of a read replica ask the primary while the replica is away or more than `mostLagMs` behind, so that
 * nobody reads what is older than that. Transactions run on the primary, which is asked for their connection.
 */
export function followPrimary(replica: PgPool, primary: PgPool, mostLagMs: number): void {
  // Safe: it is called with what `query` takes, and never with a callback.
  const own = replica.query.bind(replica) as unknown as Query
  // Safe: as above.
  const other = primary.query.bind(primary) as unknown as Query
  const isFresh = cacheFor(LAG_FRESH_MS, async () => {
    try {
      // Safe: one row of one column.
      const { rows } = (await own(LAG)) as { rows: { lag_ms: number | null }[] }
      const lagMs = rows[0]?.lag_ms ?? null
      return lagMs !== null && lagMs <= mostLagMs
    } catch {
      return false
    }
  })
  const ask: Query = async (...asked) => {
    if (!(await isFresh())) return other(...asked)
    try {
      return await own(...asked)
    } catch (error) {
      if (!isOutage(error) && !RECOVERY_CONFLICTS.has(codeOf(error))) throw error
      return other(...asked)
    }
  }
  // Safe: same arguments and results.
  replica.query = ask as unknown as typeof replica.query
  // Safe: the pool itself calls it with a callback for each of its statements, and everybody else without.
  const connect = replica.connect.bind(replica) as (done?: unknown) => unknown
  // Safe: same arguments and results.
  replica.connect = ((done?: unknown) =>
    done === undefined ? primary.connect() : connect(done)) as typeof replica.connect
}
