import { singleFlight } from '#shared/lib/concurrency/cache-for.ts'
import type { Db } from '#shared/db/open-db.ts'

import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

/** What all processes together have moved since the first call, in cents. */
export type MoneyTotals = { capturedCents: number; releasedCents: number }

const LIMIT_MS = 1_000
const MICRO_PER_CENT = 10_000

// Sums of bigint are numeric, which the driver hands over as text; float8 is exact here up to 9 billion dollars.
const TOTALS = `
select coalesce(sum(captured_micro), 0)::float8 as captured, coalesce(sum(released_micro), 0)::float8 as released
from outcome_stat`

/**
 * Reads the service's money totals from the database, as current as the last count of finished calls (about a minute);
 * null when it does not answer within a second.
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
