import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'

/** How an endpoint does, for its seller: all its calls, also those that count for no rank. */
export async function readEndpointStats(pg: PgPool, endpointId: string) {
  // SQL: sums by state and by day.
  const { rows } = await pg.query<StatRow>({ name: 'seller-endpoint-stats', text: STATS, values: [endpointId] })
  const [row] = rows
  // SQL: as above, by day.
  const { rows: days } = await pg.query<DayRow>({ name: 'seller-endpoint-days', text: DAYS, values: [endpointId] })
  return {
    calls: {
      open: row?.open ?? 0,
      answered: row?.answered ?? 0,
      failed: row?.failed ?? 0,
      void: row?.void ?? 0,
      not_counted: row?.not_counted ?? 0,
    },
    gross_cents: centsOf(BigInt(row?.gross ?? 0)),
    creator_cents: centsOf(BigInt(row?.earned ?? 0)),
    last_call_at: row?.last_call_at ?? null,
    days: days.map(({ earned, ...day }) => ({ ...day, creator_cents: centsOf(BigInt(earned)) })),
  }
}

type StatRow = {
  open: number
  answered: number
  failed: number
  void: number
  not_counted: number
  gross: string
  earned: string
  last_call_at: string | null
}
type DayRow = { day: string; answered: number; failed: number; earned: string }

const COUNTS = `count(*) filter (where state = 'answered')::int as answered, count(*) filter (where state = 'failed')::int as failed,
  coalesce(sum(share) filter (where state = 'answered'), 0) as earned`
const STATS = `
select ${COUNTS}, count(*) filter (where state = 'open')::int as open, count(*) filter (where state = 'void')::int as void,
  count(*) filter (where is_fair = false)::int as not_counted, coalesce(sum(price) filter (where state = 'answered'), 0) as gross,
  ${isoUtc('max(opened_at)')} as last_call_at
from seller_call where endpoint_id = $1`
const DAYS = `
select to_char((ended_at at time zone 'utc')::date, 'YYYY-MM-DD') as day, ${COUNTS} from seller_call
where endpoint_id = $1 and ended_at > now() - interval '30 days' group by 1 order by 1 desc`
