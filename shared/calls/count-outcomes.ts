import type { Pool as PgPool } from 'pg'

import { codeOf } from '#shared/db/outage.ts'
import type { ServiceReliability } from '#shared/doors/context.ts'

/** Number of latency buckets. Bucket b counts calls of 2^b to 2^(b+1) milliseconds; the last one has no upper bound. */
const BUCKETS = 16
/** Longer than the statement timeout, so that no finish commits behind the cursor. */
const LAG_SECONDS = 6

/** Seconds of calls to count in one statement. Each retry after a statement timeout uses the next, smaller span. */
const SPANS_S = [600, 60, 6]

/**
 * Adds the calls that ended since the last run, at most ten minutes of them, to the counts by slug and day. One
 * statement; safe when several processes run it.
 */
export async function countOutcomes(pg: Pick<PgPool, 'query'>): Promise<void> {
  for (const [nth, spanS] of SPANS_S.entries()) {
    try {
      await pg.query({ name: 'count-outcomes', text: COUNT, values: [spanS] })
      return
    } catch (error) {
      if (codeOf(error) !== TOOK_TOO_LONG || nth === SPANS_S.length - 1) throw error
    }
  }
}

/** SQLSTATE `query_canceled`: the statement exceeded its timeout. */
const TOOK_TOO_LONG = '57014'

/**
 * Returns the reliability of every slug that was ever called: totals, and the success rate and latency of the last 30
 * days.
 */
export async function readReliability(pg: PgPool): Promise<Map<string, ServiceReliability>> {
  const { rows } = await pg.query<Row>({ name: 'read-reliability', text: READ })
  return new Map(
    rows.map((row) => [
      row.slug,
      {
        calls: Number(row.calls),
        paid_calls: Number(row.paid_calls),
        success_rate_30d:
          row.recent === '0' ? null : Math.round((Number(row.succeeded) / Number(row.recent)) * 10_000) / 10_000,
        p50_ms: quantile(row.histogram, 0.5),
        p95_ms: quantile(row.histogram, 0.95),
        last_called_label: row.last_called,
      },
    ]),
  )
}

type Row = {
  slug: string
  calls: string
  paid_calls: string
  recent: string
  succeeded: string
  histogram: string[]
  last_called: string | null
}

/** Returns the middle of the bucket that contains the quantile, in milliseconds; null without calls. */
function quantile(histogram: readonly string[], q: number): number | null {
  const counts = histogram.map(Number)
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let seen = 0
  const bucket = counts.findIndex((count) => (seen += count) >= all * q)
  return Math.round(1.5 * 2 ** bucket * 10) / 10
}

const eachBucket = (write: (bucket: number) => string) =>
  Array.from({ length: BUCKETS }, (_, bucket) => write(bucket)).join(', ')

/** Bucket boundaries in milliseconds: 2, 4, 8 ... */
const BOUNDS = Array.from({ length: BUCKETS - 1 }, (_, bucket) => 2 ** (bucket + 1)).join(', ')

const COUNT = `
with span as (
  select counted_to as since, least(now() - interval '${LAG_SECONDS} seconds', counted_to + make_interval(secs => $1::float8)) as until from stat_cursor for update
),
ended as (
  select c.id, c.slug, (c.finished_at at time zone 'utc')::date as day, c.payer, c.state, c.price, c.finished_at, c.account_id, c.pass_id, c.agent_id,
    width_bucket((extract(epoch from c.finished_at - c.accepted_at) * 1000)::float8, array[${BOUNDS}]::float8[]) as bucket
  from call c, span s
  where c.finished_at is not null and c.purged_at is null and c.finished_at > s.since and c.finished_at <= s.until
),
counted as (
  insert into outcome_stat as o (slug, day, calls, paid_calls, succeeded, captured_micro, released_micro, ms_histogram, last_called_at)
  select slug, day, count(*), count(*) filter (where payer <> 'free'), count(*) filter (where state = 'captured'),
    coalesce(sum(price) filter (where state = 'captured'), 0), coalesce(sum(price) filter (where state = 'released'), 0),
    array[${eachBucket((bucket) => `count(*) filter (where bucket = ${bucket})`)}], max(finished_at)
  from ended group by slug, day
  on conflict (slug, day) do update set
    calls = o.calls + excluded.calls, paid_calls = o.paid_calls + excluded.paid_calls, succeeded = o.succeeded + excluded.succeeded,
    captured_micro = o.captured_micro + excluded.captured_micro, released_micro = o.released_micro + excluded.released_micro,
    ms_histogram = array[${eachBucket((bucket) => `o.ms_histogram[${bucket + 1}] + excluded.ms_histogram[${bucket + 1}]`)}],
    last_called_at = greatest(o.last_called_at, excluded.last_called_at)
),
labelled as (
  insert into agent_stat as a (owner, agent_id, hour, calls, captured_micro, is_trial)
  select o.owner, e.agent_id, date_trunc('hour', e.finished_at), count(*), sum(e.price), bool_or(e.payer = 'trial')
  from ended e left join payment_proof p on e.payer = 'x402' and p.call_id = e.id,
    lateral (select case e.payer when 'pass' then 'pass:' || e.pass_id when 'x402' then 'wallet:' || p.network || ':' || p.payer else 'account:' || e.account_id end as owner) o
  where e.agent_id is not null and e.state = 'captured' and o.owner is not null
  group by 1, 2, 3
  on conflict (owner, agent_id, hour) do update set calls = a.calls + excluded.calls, captured_micro = a.captured_micro + excluded.captured_micro
)
update stat_cursor set counted_to = s.until from span s where s.until > s.since`

const READ = `
select slug, sum(calls) as calls, sum(paid_calls) as paid_calls,
  coalesce(sum(calls) filter (where day > current_date - 30), 0) as recent,
  coalesce(sum(succeeded) filter (where day > current_date - 30), 0) as succeeded,
  array[${eachBucket((bucket) => `coalesce(sum(ms_histogram[${bucket + 1}]) filter (where day > current_date - 30), 0)`)}] as histogram,
  to_char(max(last_called_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI"Z"') as last_called
from outcome_stat group by slug`
