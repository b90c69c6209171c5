import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

import type { Pool as PgPool } from 'pg'

import { missingData } from '#shared/engines/embedded/optional-data.ts'
import type { Log } from '#shared/log.ts'

import type { RunningPool } from './start-pool.ts'

const EVERY_MS = 1_000

/**
 * Writes once a second that this process serves its pools, with how many slots, how long its calls run and which data
 * packages it lacks. Admission and readiness read it. Stopping takes the rows away, so that a pool without workers is seen at once.
 */
export function startPulse(pg: PgPool, pools: readonly RunningPool[], log: Log): { stop: () => Promise<void> } {
  const lacks = missingData()
  const workerId = `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`
  let beating = false
  let stopped = false
  const beat = async () => {
    if (beating || stopped) return
    beating = true
    try {
      await pg.query({
        name: 'worker-pulse',
        text: `insert into worker_pulse (worker_id, pool, slots, busy, run_ms, lacks)
          select $1, *, $6::text[] from unnest($2::text[], $3::int[], $4::int[], $5::real[])
          on conflict (worker_id, pool) do update set slots = excluded.slots, busy = excluded.busy, run_ms = excluded.run_ms, seen_at = now()`,
        values: [
          workerId,
          pools.map(({ pool }) => pool),
          pools.map(({ runner }) => runner.concurrency),
          pools.map(({ runner }) => runner.busy),
          pools.map(({ runner }) => runner.runMs),
          lacks,
        ],
      })
    } catch (error) {
      log.warn({ err: error }, 'the pulse could not be written')
    } finally {
      beating = false
    }
  }
  void beat()
  const timer = setInterval(() => void beat(), EVERY_MS)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await pg.query('delete from worker_pulse where worker_id = $1', [workerId]).catch(() => undefined)
    },
  }
}
