import type { Pool as PgPool } from 'pg'

import { centsOf } from '#shared/lib/micro-usdc.ts'

/** The newest calls of the last hour, counted. */
export type RecentCalls = {
  calls: number
  /** Over one hour, or since when, if there were more calls than are looked at. */
  minutes: { minute: string; calls: number; failed: number; captured_cents: number }[]
  rails: { rail: string; calls: number; captured_cents: number }[]
  codes: { code: string; calls: number }[]
  /** Outcomes with five calls or more, those whose slow calls take longest first; milliseconds of the run. */
  slow: { slug: string; calls: number; p50_ms: number; p95_ms: number }[]
}

/** Most calls that are looked at, so that a flood does not make the page slow. */
export const MOST_CALLS = 20_000
const HOUR_MS = 3_600_000

type Row = {
  minutes: (Counted & { minute: string; failed: number })[] | null
  rails: (Counted & { rail: string })[] | null
  codes: RecentCalls['codes'] | null
  slow: RecentCalls['slow'] | null
  calls: number
}
type Counted = { calls: number; captured: number }

/** Counts the newest calls of the last hour by minute, rail, code and outcome. Parts of a bundle count as their bundle. */
export async function recentCalls(pg: PgPool, now: Date): Promise<RecentCalls> {
  const { rows } = await pg.query<Row>(COUNT, [firstIdAt(now.getTime() - HOUR_MS)])
  const [row] = rows
  const inCents = <Line extends Counted>(lines: Line[] | null | undefined) =>
    (lines ?? []).map(({ captured, ...line }) => ({ ...line, captured_cents: centsOf(BigInt(captured)) }))
  return {
    calls: row?.calls ?? 0,
    minutes: inCents(row?.minutes),
    rails: inCents(row?.rails),
    codes: row?.codes ?? [],
    slow: row?.slow ?? [],
  }
}

/** The smallest UUID v7 of a moment: calls are read by their time-ordered primary key. */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const COUNT = `
with recent as materialized (
  select slug, state, payer, price, run_ms, accepted_at, case when state = 'released' then refusal::json->>'code' end as code
  from call where id >= $1::uuid and payer <> 'part' order by id desc limit ${MOST_CALLS}
),
by_minute as (
  select to_char(date_trunc('minute', accepted_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI"Z"') as minute, count(*)::int as calls,
    count(*) filter (where state = 'released')::int as failed, coalesce(sum(price) filter (where state = 'captured'), 0)::float8 as captured
  from recent group by 1
),
by_rail as (
  select payer as rail, count(*)::int as calls, coalesce(sum(price) filter (where state = 'captured'), 0)::float8 as captured
  from recent group by 1
),
by_code as (select code, count(*)::int as calls from recent where code is not null group by 1 order by 2 desc limit 15),
by_slug as (
  select slug, count(*)::int as calls, round((percentile_cont(0.5) within group (order by run_ms))::numeric)::int as p50_ms,
    round((percentile_cont(0.95) within group (order by run_ms))::numeric)::int as p95_ms
  from recent where run_ms is not null group by 1 having count(*) >= 5 order by 4 desc limit 10
)
select (select count(*)::int from recent) as calls, (select json_agg(m order by m.minute) from by_minute m) as minutes,
  (select json_agg(r order by r.calls desc) from by_rail r) as rails, (select json_agg(c order by c.calls desc) from by_code c) as codes,
  (select json_agg(s order by s.p95_ms desc) from by_slug s) as slow`
