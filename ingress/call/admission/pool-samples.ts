import type { Pool as PgPool } from 'pg'

import { cacheFor } from '#shared/lib/concurrency/cache-for.ts'
import type { Log } from '#shared/log.ts'
import type { Pool } from '#shared/calls/pools.ts'

import type { IngressDeps, PoolSample, PoolTrouble } from '#ingress/deps.ts'
import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

const FRESH_MS = 250
/** How long callers wait for a new sample before they are judged by the last one. */
const LIMIT_MS = 1_500
/** A worker counts as gone when its heartbeat is older, and so does a sample. */
const PULSE_SECONDS = 5

/**
 * Samples every pool from the database, at most four times a second. While the database is slow, the last sample counts
 * for five seconds. Null when there is none, and when the database refuses.
 */
export function poolSampler(pg: PgPool, log: Log): IngressDeps['pools'] {
  let last: ReadonlyMap<Pool, PoolSample> | null = null
  let sampledMs = -Infinity
  const look = async () => {
    const startedMs = performance.now()
    try {
      last = await sample(pg)
      sampledMs = startedMs
    } catch (error) {
      log.warn({ err: error }, 'the pools could not be sampled')
      last = null
    }
  }
  return cacheFor(FRESH_MS, async () => {
    await withinLimit(LIMIT_MS, look())
    return performance.now() - sampledMs < PULSE_SECONDS * 1_000 ? last : null
  })
}

type Row = {
  pool: Pool
  workers: string
  slots: string
  open: string
  run_ms: number
  oldest_ms: number
  paused: string[]
  lacks: string[]
  notices: PoolTrouble[] | null
  open_by_key: Record<string, number> | null
}

async function sample(pg: PgPool): Promise<ReadonlyMap<Pool, PoolSample>> {
  const { rows } = await pg.query<Row>({ name: 'pool-sample', text: SAMPLE })
  return new Map(
    rows.map((row) => {
      const openByKey = new Map(Object.entries(row.open_by_key ?? {}))
      const sampled = {
        workers: Number(row.workers),
        slots: Number(row.slots),
        open: Number(row.open),
        runMs: row.run_ms,
        oldestWaitMs: row.oldest_ms,
        paused: new Set(row.paused),
        lacks: new Set(row.lacks),
        notices: row.notices ?? [],
        openByKey,
        openByOtherKeys: Number(row.open) - Math.max(0, ...openByKey.values()),
      }
      return [row.pool, sampled]
    }),
  )
}

const SAMPLE = `
with heartbeat as (
  select pool, count(*) filter (where is_open) as workers, sum(slots) as slots, coalesce(sum(run_ms * slots) / nullif(sum(slots), 0), 0)::float8 as run_ms
  from worker_heartbeat where seen_at > now() - interval '${PULSE_SECONDS} seconds' group by pool
),
by_key as (
  select pool, service_key_id, count(*) as open,
    coalesce(max(extract(epoch from now() - accepted_at) * 1000) filter (where state = 'held'), 0)::float8 as oldest_ms
  from call where finished_at is null group by pool, service_key_id
),
open as (
  select pool, sum(open) as open, max(oldest_ms) as oldest_ms from by_key group by pool
)
select coalesce(p.pool, o.pool) as pool, coalesce(p.workers, 0) as workers, coalesce(p.slots, 0) as slots,
  coalesce(o.open, 0) as open, coalesce(p.run_ms, 0) as run_ms, coalesce(o.oldest_ms, 0) as oldest_ms,
  (select coalesce(array_agg(slug), '{}') from outcome_pause where paused_until > now()) as paused,
  (select coalesce(array_agg(distinct lacked), '{}') from worker_heartbeat w, unnest(w.lacks) lacked
    where w.pool = coalesce(p.pool, o.pool) and w.seen_at > now() - interval '${PULSE_SECONDS} seconds') as lacks,
  (select json_agg(json_build_object('text', notice, 'isOpen', is_open, 'workers', told)) from (
    select notice, is_open, count(*) as told from worker_heartbeat w
    where w.pool = coalesce(p.pool, o.pool) and notice is not null and w.seen_at > now() - interval '${PULSE_SECONDS} seconds'
    group by notice, is_open) n) as notices,
  (select json_object_agg(encode(k.hmac, 'base64'), b.open) from by_key b join service_key k on k.id = b.service_key_id
    where b.pool = o.pool and b.open * 2 >= o.open) as open_by_key
from heartbeat p full join open o on o.pool = p.pool`
