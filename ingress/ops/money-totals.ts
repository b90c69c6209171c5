import { singleFlight } from '#shared/lib/concurrency/cache-for.ts'
import type { Db } from '#shared/db/open-db.ts'

import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

/** Totals of the whole service since the first call, in cents. */
export type MoneyTotals = { capturedCents: number; releasedCents: number }

const LIMIT_MS = 1_000
const MICRO_PER_CENT = 10_000

// Cast to float8: sums of bigint are numeric, which the driver returns as text. Exact up to 9 billion dollars.
const TOTALS = `
select coalesce(sum(captured_micro), 0)::float8 as captured, coalesce(sum(released_micro), 0)::float8 as released
from outcome_stat`

/**
 * Returns a function that reads the money totals, which lag by about a minute. Null when the database does not answer
 * within a second.
 */
export function moneyTotals(db: Pick<Db, 'pg'>): () => Promise<MoneyTotals | null> {
  const read = singleFlight(async () => {
    const { rows } = await db.pg.query<{ captured: number; released: number }>({
      name: 'ops-money-totals',
      text: TOTALS,
    })
    const [row] = rows
    if (row === undefined) return null
    return { capturedCents: row.captured / MICRO_PER_CENT, releasedCents: row.released / MICRO_PER_CENT }
  })
  return () => withinLimit(LIMIT_MS, read())
}
