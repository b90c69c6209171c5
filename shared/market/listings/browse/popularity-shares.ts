import type { Pool as PgPool } from 'pg'

import type { Db } from '#shared/db/open-db.ts'

const FRESH_MS = 600_000

/**
 * Estimated number of listings. `shareOf` estimates the share of them with at least this popularity, a whole number.
 */
export type PopularityShares = { listings: number; shareOf: (popularity: number) => number }

/**
 * Caches the database's statistics on the popularity of listings for ten minutes. A search uses them only to choose
 * where to begin, so stale or wrong statistics do no harm. Without any, as for a new table, no listing counts as
 * popular.
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
  // SQL: the database's own statistics are no entity.
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

/** Estimates the share of values at or above `value`, from the bounds of a histogram with equally full buckets. */
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
