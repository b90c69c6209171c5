import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

import type { Pool as PgPool } from 'pg'

import { missingData } from '#shared/engines/embedded/optional-data.ts'
import type { Log } from '#shared/log.ts'

import type { PoolNotices } from './pool-notices.ts'
import type { RunningPool } from './start-pool.ts'

const EVERY_MS = 1_000

type Beating = { pools: readonly RunningPool[]; notices: PoolNotices; log: Log }
export type Heartbeat = { beat: () => void; stop: () => Promise<void> }

/**
 * Writes the state of this worker once a second for each pool: slots, mean run time, missing data packages. A pool that
 * failed to open is written with no slots and its notice. Admission and readiness read these rows. `beat` writes at
 * once. `stop` deletes the rows, so that a pool without workers is noticed at once.
 */
export function startHeartbeat(pg: PgPool, { pools, notices, log }: Beating): Heartbeat {
  const lacks = missingData()
  const workerId = `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`
  let beating = false
  let stopped = false
  let again = false
  const beat = async () => {
    if (stopped) return
    if (beating) {
      // The running statement was built before the new state: write again after it.
      again = true
      return
    }
    beating = true
    const closed = [...notices].filter(([, { isOpen }]) => !isOpen).map(([pool]) => pool)
    const rows = [
      ...pools.map(({ pool, runner: { concurrency, busy, runMs } }) => ({ pool, slots: concurrency, busy, runMs })),
      ...closed.map((pool) => ({ pool, slots: 0, busy: 0, runMs: 0 })),
    ]
    try {
      await pg.query({
        name: 'worker-heartbeat',
        text: `insert into worker_heartbeat (worker_id, pool, slots, busy, run_ms, is_open, notice, lacks)
          select $1, *, $8::text[] from unnest($2::text[], $3::int[], $4::int[], $5::real[], $6::boolean[], $7::text[])
          on conflict (worker_id, pool) do update set slots = excluded.slots, busy = excluded.busy,
            run_ms = excluded.run_ms, is_open = excluded.is_open, notice = excluded.notice, seen_at = now()`,
        values: [
          workerId,
          rows.map(({ pool }) => pool),
          rows.map(({ slots }) => slots),
          rows.map(({ busy }) => busy),
          rows.map(({ runMs }) => runMs),
          rows.map(({ pool }) => !closed.includes(pool)),
          rows.map(({ pool }) => notices.get(pool)?.text ?? null),
          lacks,
        ],
      })
    } catch (error) {
      log.warn({ err: error }, 'the heartbeat could not be written')
    } finally {
      beating = false
    }
    if (!again) return
    again = false
    await beat()
  }
  void beat()
  const timer = setInterval(() => void beat(), EVERY_MS)
  return {
    beat: () => void beat(),
    async stop() {
      stopped = true
      clearInterval(timer)
      await pg.query('delete from worker_heartbeat where worker_id = $1', [workerId]).catch(() => undefined)
    },
  }
}
