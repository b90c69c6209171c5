import { cacheBehind } from '#shared/lib/concurrency/cache-for.ts'
import type { Db } from '#shared/db/open-db.ts'

/** The calls of one outcome on one day, and how many of them had a result. */
export type DayCount = { calls: number; succeeded: number }

/** Days that are shown. */
export const SHOWN_DAYS = 90

/** Counts by slug: one entry for each of the last `SHOWN_DAYS` days, oldest first. */
export type DayCounts = { days: readonly string[]; bySlug: ReadonlyMap<string, readonly DayCount[]> }

type Row = { slug: string; ago: number[]; calls: number[]; succeeded: number[] }

// SQL: one row a slug instead of one a day, because thousands of rows cost the event loop milliseconds.
const READ = `
select slug, array_agg((current_date - day)::int) as ago, array_agg(calls::float8) as calls, array_agg(succeeded::float8) as succeeded
from outcome_stat where day > current_date - ${SHOWN_DAYS} group by slug`

const readers = new WeakMap<Db, () => Promise<DayCounts>>()

/** The calls by outcome and day, from the ledger; at most a minute old, plus the minute it takes to count them. */
export function dayCounts(db: Db, now: () => Date): Promise<DayCounts> {
  const read = readers.get(db) ?? cacheBehind({ freshMs: 60_000, oldestMs: 600_000 }, () => readCounts(db, now()))
  readers.set(db, read)
  return read()
}

async function readCounts(db: Db, now: Date): Promise<DayCounts> {
  const { rows } = await (db.replica ?? db.lists).query<Row>(READ)
  const days = Array.from({ length: SHOWN_DAYS }, (_, nth) =>
    new Date(now.getTime() - (SHOWN_DAYS - 1 - nth) * 86_400_000).toISOString().slice(0, 10),
  )
  return { days, bySlug: new Map(rows.map((row) => [row.slug, spread(row)])) }
}

function spread({ ago, calls, succeeded }: Row): DayCount[] {
  const days: DayCount[] = Array.from({ length: SHOWN_DAYS }, () => ({ calls: 0, succeeded: 0 }))
  for (const [nth, before] of ago.entries()) {
    const at = SHOWN_DAYS - 1 - before
    if (at in days) days[at] = { calls: calls[nth] ?? 0, succeeded: succeeded[nth] ?? 0 }
  }
  return days
}

/** Adds the days of several outcomes up. */
export const sumOfDays = (all: readonly (readonly DayCount[])[]): DayCount[] =>
  Array.from({ length: SHOWN_DAYS }, (_, nth) => ({
    calls: all.reduce((sum, days) => sum + (days[nth]?.calls ?? 0), 0),
    succeeded: all.reduce((sum, days) => sum + (days[nth]?.succeeded ?? 0), 0),
  }))
