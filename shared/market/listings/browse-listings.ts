import type { Pool as PgPool } from 'pg'

import type { Actor } from '../accounts/actor.ts'
import { type ListingFilter, listingConditions, type ListingSort, orderBy, ORDERS } from './listing-filter.ts'
import { LISTING_COLUMNS, LISTING_SELLER, type ListingRow } from './listing-row.ts'
import { listingTotals, type ListingTotal } from './listing-totals.ts'
import { SEARCH_MOST, searchListings } from './search-listings.ts'

export type Browse = { filter: ListingFilter; sort: ListingSort; limit: number; offset: number }
export type Browsed = ListingTotal & { rows: ListingRow[] }

/**
 * Pages through listings. The ids of a page come from an index alone; rows are read for those only. Whether there is more
 * is seen by asking for one more than the page holds, so a total is counted only where there is.
 */
export function listingBrowser(pg: PgPool, nowMs: () => number) {
  const totalOf = listingTotals(pg, nowMs)

  return async ({ filter, sort, limit, offset }: Browse, actor: Actor | null): Promise<Browsed> => {
    if (filter.q !== undefined) {
      const ids = await searchListings(pg, { ...filter, q: filter.q }, sort, actor)
      const rows = await rowsOf(pg, ids.slice(offset, offset + limit))
      return { rows, total: ids.length, totalIs: ids.length < SEARCH_MOST ? 'exact' : 'capped' }
    }
    const slice = pageQuery(filter, sort, actor)
    if (slice === null) return { rows: [], total: 0, totalIs: 'exact' }
    const { rows } = await pg.query<ListingRow>({
      // A plan of its own for every filter: which index is best depends on what is asked for.
      ...(slice.values.length === 0 ? { name: `browse-${sort}` } : {}),
      text: slice.text,
      values: [...slice.values, offset + limit + 1, offset, limit + 1],
    })
    const end = offset + Math.min(rows.length, limit)
    if (rows.length <= limit && (rows.length > 0 || offset === 0)) return { rows, total: end, totalIs: 'exact' }
    const counted = await totalOf(filter, actor)
    const atLeast = rows.length > limit ? end + 1 : 0
    return { rows: rows.slice(0, limit), ...counted, total: Math.max(counted.total, atLeast) }
  }
}

/** Three more values follow the filter's: rows of each part, rows to skip, rows of the page. */
function pageQuery(filter: ListingFilter, sort: ListingSort, actor: Actor | null) {
  const { column, ofDraft, down } = ORDERS[sort]
  const parts = listingConditions(filter, actor)
  const [first] = parts
  if (first === undefined) return null
  const values = parts.flatMap(({ where }) => where.values)
  const most = `$${values.length + 1}::bigint`
  const pages = `offset $${values.length + 2}::bigint limit $${values.length + 3}::bigint`
  let before = 0
  const selects = parts.map(({ isDraft, where }) => {
    const key = isDraft ? ofDraft : column
    const sql = where.sql.replaceAll(/\$(\d+)/g, (_, nth: string) => `$${Number(nth) + before}`)
    before += where.values.length
    return `select id, ${key} as key from listing where ${sql} order by ${orderBy(key, down)} limit ${most}`
  })
  const slice =
    selects.length === 1
      ? selects[0]
      : selects.map((select) => `(${select})`).join(' union all ')
  return {
    values,
    text: `
with slice as (select id, key from (${slice}) every_part order by ${orderBy('key', down)} ${pages})
select ${LISTING_COLUMNS} from slice join listing l using (id) ${LISTING_SELLER} order by ${orderBy('slice.key', down, 'slice.id')}`,
  }
}

/** Rows by id, in the order of the ids. */
async function rowsOf(pg: PgPool, ids: readonly string[]): Promise<ListingRow[]> {
  if (ids.length === 0) return []
  const { rows } = await pg.query<ListingRow>({
    name: 'listings-by-id',
    text: `select ${LISTING_COLUMNS} from unnest($1::uuid[]) with ordinality as wanted (id, place)
      join listing l on l.id = wanted.id ${LISTING_SELLER} order by wanted.place`,
    values: [ids],
  })
  return rows
}
