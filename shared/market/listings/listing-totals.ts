import type { Pool as PgPool } from 'pg'

import type { Db } from '#shared/db/open-db.ts'

import type { Actor } from '../accounts/actor.ts'
import { type ListingFilter, listingConditions } from './listing-filter.ts'

/** How many listings fit. `exact` up to 1,000; beyond, the database's own estimate. */
export type ListingTotal = { total: number; totalIs: 'exact' | 'estimate' }

const COUNTED = 1_000
const FRESH_MS = 10_000
const MOST_KEPT = 500

/**
 * Totals that never look at a million rows: counting stops after a thousand, and beyond that the planner's estimate is
 * told, kept for ten seconds for the same filter.
 */
export function listingTotals(db: Pick<Db, 'lists'>, nowMs: () => number) {
  const kept = new Map<string, { total: number; until: number }>()

  return async (filter: ListingFilter, actor: Actor | null): Promise<ListingTotal> => {
    const asker = filter.status === 'live' ? null : (actor?.userId ?? null)
    const name = JSON.stringify([asker, Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1))])
    const known = kept.get(name)
    if (known !== undefined && known.until > nowMs()) return { total: known.total, totalIs: 'estimate' }
    let total = 0
    let isEstimate = false
    for (const { where } of listingConditions(filter, actor)) {
      const counted = await count(db.lists, where.sql, where.values)
      total += counted <= COUNTED ? counted : Math.max(counted, await estimate(db.lists, where.sql, where.values))
      isEstimate ||= counted > COUNTED
    }
    if (!isEstimate) return { total, totalIs: 'exact' }
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(name, { total, until: nowMs() + FRESH_MS })
    return { total, totalIs: 'estimate' }
  }
}

async function count(pg: PgPool, where: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await pg.query<{ n: number }>(
    `select count(*)::int as n from (select from listing where ${where} limit ${COUNTED + 1}) counted`,
    [...values],
  )
  return rows[0]?.n ?? 0
}

async function estimate(pg: PgPool, where: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await pg.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) select from listing where ${where}`,
    [...values],
  )
  return Math.round(rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0)
}
