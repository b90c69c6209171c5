import type { Pool as PgPool } from 'pg'

import type { Db } from '#shared/db/open-db.ts'

const FRESH_MS = 600_000

/** How many listings there are, and for a whole popularity which share of them has that or more: the database's guess. */
export type PopularityShares = { listings: number; shareOf: (popularity: number) => number }

/**
 * Keeps what the database's statistics say of the popularity of listings, for ten minutes. They only choose where to begin
 * looking, so it does not matter how old or wrong they are; with none, as of a new table, no listing has any.
 */
export function popularityShares(db: Pick<Db, 'lists'>, nowMs: () => number): () => Promise<PopularityShares> {
  let kept: { until: number; shares: Promise<PopularityShares> } | undefined
  return async () => {
    if (kept === undefined || kept.until <= nowMs()) {
      const shares = readShares(db.lists)
      kept = { until: nowMs() + FRESH_MS, shares }
      shares.catch(() => (kept = undefined))
    }
    return kept.shares
  }
}

type Row = { listings: number; common: number[] | null; frequencies: number[] | null; bounds: number[] | null }

async function readShares(pg: PgPool): Promise<PopularityShares> {
  const { rows } = await pg.query<Row>({ name: 'popularity-shares', text: READ })
  const { listings = 0, common, frequencies, bounds } = rows[0] ?? {}
  const named = (common ?? []).map((value, nth) => ({ value, share: frequencies?.[nth] ?? 0 }))
  const rest = 1 - named.reduce((sum, { share }) => sum + share, 0)
  return {
    listings,
    shareOf: (popularity) =>
      named.reduce((sum, { value, share }) => sum + (value >= popularity ? share : 0), 0) +
      rest * shareAbove(bounds ?? [], popularity),
  }
}

/** Which part of what a histogram of equal parts holds is at or above a value. */
export function shareAbove(bounds: readonly number[], value: number): number {
  const parts = bounds.length - 1
  const above = bounds.findIndex((bound) => bound >= value)
  if (parts < 1 || above === -1) return 0
  const [low = value, high = value] = [bounds[above - 1], bounds[above]]
  const inPart = above === 0 || high === low ? 0 : (high - value) / (high - low)
  return (parts - above + inPart) / parts
}

const READ = `
select c.reltuples::float8 as listings, s.most_common_vals::text::real[] as common, s.most_common_freqs as frequencies,
  s.histogram_bounds::text::real[] as bounds
from pg_class c left join pg_stats s on s.tablename = 'listing' and s.attname = 'popularity' and s.schemaname = current_schema
where c.oid = 'listing'::regclass`
