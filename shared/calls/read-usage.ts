import type { Pool as PgPool } from 'pg'

const DAY_MS = 86_400_000

/** Days that one question covers at most. */
export const USAGE_DAYS = 93

/** Calls of one day (UTC) with one outcome and one end. `code` is `ok` or the code of the refusal. */
export type UsageRow = { day: string; slug: string; code: string; calls: number; cents: number }

/** Whose calls: those of a ledger account, which a rotated key keeps, or of a pass (UUID). */
export type UsageOf = { accountId: string; passId: null } | { accountId: null; passId: string }

/**
 * Counts the final calls of a key or a pass by day, outcome and code, newest day first, from day `from` to day `to` (UTC,
 * inclusive). Returns `limit` rows behind `offset`, and how many there are.
 */
export async function readUsage(
  pg: PgPool,
  { accountId, passId }: UsageOf,
  { from, to, limit, offset }: { from: string; to: string; limit: number; offset: number },
): Promise<{ items: UsageRow[]; total: number }> {
  // The id of a call begins with its time in ms, so that the index finds its days. A call ends at most a day after that.
  const bounds = [firstId(Date.parse(from) - DAY_MS), firstId(Date.parse(to) + DAY_MS)]
  const { rows } = await pg.query<Row>(READ, [accountId, passId, from, to, limit, offset, ...bounds])
  return {
    items: rows.map(({ day, slug, code, calls, cents }) => ({
      day,
      slug,
      code,
      calls: Number(calls),
      cents: Number(cents),
    })),
    total: Number(rows[0]?.total ?? 0),
  }
}

const firstId = (ms: number) =>
  `${Math.max(0, ms)
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-0000-0000-000000000000`

type Row = { day: string; slug: string; code: string; calls: string; cents: string; total: string }

const READ = `
with own as (
  select (finished_at at time zone 'utc')::date as day, slug, state, price,
    case when state = 'captured' then 'ok' else coalesce(refusal::jsonb->>'code', 'failed') end as code
  from call where (account_id = $1::bigint or pass_id = $2::uuid) and id >= $7::uuid and id < $8::uuid and finished_at is not null
    and finished_at >= $3::date::timestamp at time zone 'utc' and finished_at < ($4::date + 1)::timestamp at time zone 'utc'
)
select day::text, slug, code, count(*) as calls, coalesce(sum(price) filter (where state = 'captured'), 0) / 10000 as cents,
  count(*) over () as total
from own group by day, slug, code order by day desc, slug, code limit $5 offset $6`
