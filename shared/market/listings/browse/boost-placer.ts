import type { Db } from '#shared/db/open-db.ts'

import { LISTED_COLUMNS, LISTING_SELLER, type ListingRow } from '../listing-row.ts'
import type { Browse } from './browse-listings.ts'
import { shownConditions } from './listing-filter.ts'
import { putOnTop, raiseBoosted } from './place-boosted.ts'
import { PRIORITY_SLOTS } from './priority-tiers.rules.ts'

/** Milliseconds for which the ids of boosted listings are remembered. */
const REMEMBERED_MS = 5_000

/**
 * Places boosted listings in a page of live ones. Searches by relevance: each rises by at most two places. Without `q`,
 * on the first page of `newest` and `popular`: at most three that match the filter stand on top. All other orders, and
 * every order by price, stay as they are.
 */
export function boostPlacer(db: Pick<Db, 'pg'>, nowMs: () => number) {
  let known = { ids: new Set<string>(), until: 0 }
  const boosted = async () => {
    if (known.until <= nowMs()) {
      // SQL: ids alone, by an index of the few that are boosted.
      const { rows } = await db.pg.query<{ id: string }>({
        name: 'boosted-ids',
        text: BOOSTED,
        values: [PRIORITY_SLOTS],
      })
      known = { ids: new Set(rows.map(({ id }) => id)), until: nowMs() + REMEMBERED_MS }
    }
    return known.ids
  }
  return async (rows: ListingRow[], { filter, sort, offset }: Browse): Promise<ListingRow[]> => {
    const isFirst = offset === 0 && (sort === 'newest' || sort === 'popular')
    const isSearch = filter.q !== undefined && sort === 'newest'
    if (filter.status !== 'live' || rows.length === 0 || !(isSearch || (isFirst && filter.q === undefined))) return rows
    const ids = await boosted()
    if (ids.size === 0) return rows
    if (isSearch) return raiseBoosted(rows, ({ id }) => ids.has(id))
    const where = shownConditions(filter)
    // SQL: the conditions of the page on the few rows that are boosted.
    const { rows: top } = await db.pg.query<ListingRow>(
      `with fitting as (select id from listing where ${where.sql} and id = any($${where.values.length + 1}::uuid[]))
       select ${LISTED_COLUMNS} from fitting join listing l using (id) ${LISTING_SELLER} order by l.boosted_until desc nulls last, l.id`,
      [...where.values, [...ids]],
    )
    return putOnTop(rows, top)
  }
}

const BOOSTED = `select id from listing where boosted_until > now() and is_shown order by boosted_until desc limit $1`
