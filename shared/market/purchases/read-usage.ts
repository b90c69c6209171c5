import type { Pool as PgPool } from 'pg'

import type { UsageRow } from '#shared/calls/read-usage.ts'

/**
 * Counts what an account bought by day (UTC), listing and status, newest day first, from day `from` to day `to`, inclusive.
 * `slug` is the listing's, `code` the status of the purchase, `cents` what was paid and not refunded.
 */
export async function readBought(
  pg: PgPool,
  buyerId: string,
  { from, to, limit, offset }: { from: string; to: string; limit: number; offset: number },
): Promise<{ items: UsageRow[]; total: number }> {
  // SQL: sums by day.
  const { rows } = await pg.query<Row>(READ, [buyerId, from, to, limit, offset])
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

type Row = { day: string; slug: string; code: string; calls: string; cents: string; total: string }

const READ = `
with own as (
  select (p.paid_at at time zone 'utc')::date as day, l.slug, p.status as code, p.price_cents - p.refunded_cents as cents
  from purchase p join listing l on l.id = p.listing_id
  where p.buyer_id = $1::uuid and p.paid_at >= $2::date::timestamp at time zone 'utc'
    and p.paid_at < ($3::date + 1)::timestamp at time zone 'utc'
)
select day::text, slug, code, count(*) as calls, sum(cents) as cents, count(*) over () as total
from own group by day, slug, code order by day desc, slug, code limit $4 offset $5`
