import type { Pool as PgPool } from 'pg'

import type { Db } from '#shared/db/open-db.ts'

import type { Actor } from '../../users/actor.ts'
import { type Conditions, type ListingFilter, listingConditions } from './listing-filter.ts'

/** Number of matching listings: exact up to COUNTED, above that the planner's estimate. */
export type ListingTotal = { total: number; totalIs: 'exact' | 'estimate' }

/** Counting stops here. */
export const COUNTED = 1_000
/** From this estimate on, there are assumed to be more than COUNTED without counting. */
const CERTAIN = 20 * COUNTED
const FRESH_MS = 10_000
const MOST_KEPT = 500

/** The planner's estimate for some conditions. `isMore` means there are known to be more than COUNTED matches. */
type Guess = { expected: number; isMore: boolean; until: number }

/**
 * Totals that never scan a million rows. Up to a thousand matches are counted; above that the planner's estimate is
 * returned. Estimates are cached for ten seconds by their conditions.
 */
export function listingTotals(db: Pick<Db, 'lists'>, nowMs: () => number) {
  const kept = new Map<string, Guess>()

  const guess = async (where: Conditions): Promise<Guess> => {
    const name = JSON.stringify(where)
    const known = kept.get(name)
    if (known !== undefined && known.until > nowMs()) return known
    const expected = await estimate(db.lists, where)
    const made = { expected, isMore: expected >= CERTAIN, until: nowMs() + FRESH_MS }
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(name, made)
    return made
  }

  return {
    /** Returns the planner's estimate of the number of matches. */
    expected: async (where: Conditions): Promise<number> => (await guess(where)).expected,
    /** Records that another query saw more than COUNTED matches. */
    async seeMore(where: Conditions): Promise<void> {
      const known = await guess(where)
      known.isMore = true
    },
    async totalOf(filter: ListingFilter, actor: Actor | null): Promise<ListingTotal> {
      let total = 0
      let isEstimate = false
      for (const { where, gathered } of listingConditions(filter, actor)) {
        const known = await guess(where)
        const counted = known.isMore ? COUNTED + 1 : await count(db.lists, gathered)
        known.isMore = counted > COUNTED
        total += known.isMore ? Math.max(counted, known.expected) : counted
        isEstimate ||= known.isMore
      }
      return { total, totalIs: isEstimate ? 'estimate' : 'exact' }
    },
  }
}

async function count(pg: PgPool, { sql, values }: Conditions): Promise<number> {
  // SQL: counts no further than a limit, planned by its values.
  const { rows } = await pg.query<{ n: number }>(
    `select count(*)::int as n from (select from listing where ${sql} limit ${COUNTED + 1}) counted`,
    [...values],
  )
  return rows[0]?.n ?? 0
}

async function estimate(pg: PgPool, { sql, values }: Conditions): Promise<number> {
  // SQL: asks the planner, which no entity can.
  const { rows } = await pg.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) select from listing where ${sql}`,
    [...values],
  )
  return Math.round(rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0)
}
