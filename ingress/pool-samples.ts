import type { Pool as PgPool } from 'pg'

import type { Log } from '#shared/log.ts'
import type { Pool } from '#shared/queues/pools.ts'

import type { IngressDeps, PoolSample } from './deps.ts'

const FRESH_MS = 250
/** A worker that has not written its pulse for this long is taken for gone. */
const PULSE_SECONDS = 5

/** Samples every pool from the database, at most four times a second, whoever asks. Null while it does not answer. */
export function poolSampler(pg: PgPool, log: Log): IngressDeps['pools'] {
  let sampled: Promise<ReadonlyMap<Pool, PoolSample> | null> = Promise.resolve(null)
  let sampledAt = -Infinity
  return () => {
    if (performance.now() - sampledAt < FRESH_MS) return sampled
    sampledAt = performance.now()
    sampled = sample(pg).catch((error: unknown) => {
      log.warn({ err: error }, 'the pools could not be sampled')
      return null
    })
    return sampled
  }
}

type Row = { pool: Pool; workers: string; slots: string; open: string; run_ms: number; oldest_ms: number }

async function sample(pg: PgPool): Promise<ReadonlyMap<Pool, PoolSample>> {
  const { rows } = await pg.query<Row>({ name: 'pool-sample', text: SAMPLE })
  return new Map(
    rows.map((row) => [
      row.pool,
      {
        workers: Number(row.workers),
        slots: Number(row.slots),
        open: Number(row.open),
        runMs: row.run_ms,
        oldestWaitMs: row.oldest_ms,
      },
    ]),
  )
}

const SAMPLE = `
with pulse as (
  select pool, count(*) as workers, sum(slots) as slots, coalesce(sum(run_ms * slots) / nullif(sum(slots), 0), 0)::float8 as run_ms
  from worker_pulse where seen_at > now() - interval '${PULSE_SECONDS} seconds' group by pool
),
open as (
  select pool, count(*) as open,
    coalesce(max(extract(epoch from now() - accepted_at) * 1000) filter (where state = 'held'), 0)::float8 as oldest_ms
  from call where finished_at is null group by pool
)
select coalesce(p.pool, o.pool) as pool, coalesce(p.workers, 0) as workers, coalesce(p.slots, 0) as slots,
  coalesce(o.open, 0) as open, coalesce(p.run_ms, 0) as run_ms, coalesce(o.oldest_ms, 0) as oldest_ms
from pulse p full join open o on o.pool = p.pool`
