import type { Pool as PgPool } from 'pg'

import type { Db } from '#shared/db/open-db.ts'

import type { Actor } from '../../users/actor.ts'
import { correctedSearch } from './correct-words.ts'
import {
  type Conditions,
  type ListingFilter,
  listingConditions,
  type ListingSort,
  orderBy,
  ORDERS,
  shownConditions,
} from './listing-filter.ts'
import { LISTED_COLUMNS, LISTING_SELLER, type ListingRow } from '../listing-row.ts'
import { COUNTED, listingTotals, type ListingTotal } from './listing-totals.ts'
import { listingSearch, RANKED, type Search } from './search-listings.ts'

export type Browse = { filter: ListingFilter; sort: ListingSort; limit: number; offset: number }
export type Browsed = ListingTotal & { rows: ListingRow[] }

/** `found` is the number of all matches where the query of a page read them all, else null. */
type Found = { found: number | null }
type Slice = Found & { rows: ListingRow[] }

/**
 * Pages through listings. The ids of a page come from an index alone; full rows are read for these ids only. One row
 * more than the page holds is read to see whether there are more, and a total is counted only if there are. With `q`,
 * `newest` (the default order) ranks live listings: the most popular matches by relevance, then the others by
 * popularity. A search that finds nothing is repeated once with corrected words.
 */
export function listingBrowser(db: Pick<Db, 'pg' | 'lists'>, nowMs: () => number) {
  const totals = listingTotals(db, nowMs)
  const rankedIds = listingSearch(db, nowMs)

  /** The number of matches that a query has seen, null when it is unknown or more than is exact. */
  const countedOf = async (found: number | 'more' | null, where: Conditions): Promise<number | null> => {
    if (typeof found === 'number' && found <= COUNTED) return found
    if (found !== null) await totals.seeMore(where)
    return null
  }

  const slice = async ({ filter, sort, limit, offset }: Browse, actor: Actor | null): Promise<Slice> => {
    const isFew =
      filter.q !== undefined &&
      filter.status === 'live' &&
      (await totals.expected(shownConditions(filter))) <= FEW_FOUND
    const query = pageQuery(filter, sort, actor, isFew)
    if (query === null) return { rows: [], found: null }
    const values = [...query.values, offset + limit, offset, limit]
    // Without a filter one prepared plan is always right. With a filter the best index depends on its values, so the
    // statement is planned for each query.
    const isPlain =
      Object.values(filter).filter((value) => value !== undefined).length === 1 && filter.status === 'live'
    const statement = isPlain ? { name: `browse-${sort}`, text: query.text } : { text: query.text }
    // SQL: a page of ids from an index alone, then their rows; parts of a filter are a union.
    const { rows } = await (isPlain ? db.pg : db.lists).query<ListingRow & Found>({ ...statement, values })
    return { rows, found: rows[0]?.found ?? null }
  }

  /**
   * Reads a page of a search by relevance. `counted` is the number of matches if the search counted them, else null.
   */
  const ranked = async (search: Search, { limit, offset }: Browse) => {
    const where = shownConditions(search)
    const { ids, found } =
      offset < RANKED ? await rankedIds(search, await totals.expected(where)) : { ids: [], found: null }
    const counted = await countedOf(found, where)
    const rows = await rowsOf(db.pg, ids.slice(offset, offset + limit))
    if (rows.length === limit || (offset < RANKED && ids.length < RANKED)) return { rows, counted }
    const others = {
      filter: search,
      sort: 'popular',
      offset: Math.max(offset, RANKED),
      limit: limit - rows.length,
    } as const
    return { rows: [...rows, ...(await slice(others, null)).rows], counted }
  }

  const sorted = async (asked: Browse, actor: Actor | null) => {
    const { rows, found } = await slice(asked, actor)
    return { rows, counted: found === null ? null : await countedOf(found, shownConditions(asked.filter)) }
  }

  const browse = async (asked: Browse, actor: Actor | null): Promise<Browsed> => {
    const { filter, sort, limit, offset } = asked
    const search = filter.q !== undefined && filter.status === 'live' ? { ...filter, q: filter.q } : null
    const andOne = { ...asked, limit: limit + 1 }
    const { rows, counted } =
      search !== null && sort === 'newest' ? await ranked(search, andOne) : await sorted(andOne, actor)
    const end = offset + Math.min(rows.length, limit)
    const hasMore = rows.length > limit
    if (!hasMore && rows.length > 0) return { rows, total: end, totalIs: 'exact' }
    if (rows.length === 0 && offset === 0) return { rows, total: 0, totalIs: 'exact' }
    const total: ListingTotal =
      counted === null ? await totals.totalOf(filter, actor) : { total: counted, totalIs: 'exact' }
    return { rows: rows.slice(0, limit), ...total, total: Math.max(total.total, hasMore ? end + 1 : 0) }
  }

  return async (asked: Browse, actor: Actor | null): Promise<Browsed> => {
    const browsed = await browse(asked, actor)
    const { q, status } = asked.filter
    if (browsed.total > 0 || q === undefined || status !== 'live') return browsed
    const corrected = await correctedSearch(db.lists, q)
    return corrected === null ? browsed : browse({ ...asked, filter: { ...asked.filter, q: corrected } }, actor)
  }
}

/**
 * Up to this many expected matches, all matches are read and then sorted. Otherwise the index of the sort order would
 * be walked far before it yields a page of them; and the planner overestimates how common rare words are.
 */
const FEW_FOUND = 6_500

/**
 * Builds the query of a page, null when nothing can match. The caller appends three values to `values`: rows of each
 * part, rows to skip, rows of the page.
 */
function pageQuery(filter: ListingFilter, sort: ListingSort, actor: Actor | null, isFew: boolean) {
  const { column, ofDraft, down } = ORDERS[sort]
  const parts = listingConditions(filter, actor).map(({ isDraft, where, gathered }) => ({
    isDraft,
    where: isFew ? gathered : where,
  }))
  if (parts.length === 0) return null
  const values = parts.flatMap(({ where }) => where.values)
  const most = `$${values.length + 1}::bigint`
  const pages = `offset $${values.length + 2}::bigint limit $${values.length + 3}::bigint`
  // Auctions and paid listings cost more than 0. This condition skips the free listings, which are all at one end of
  // the price index.
  const costs = filter.listingType === 'auction' || filter.priceType === 'paid'
  const range = costs && column === 'price_cents' ? ' and price_cents > 0' : ''
  let before = 0
  const selects = parts.map(({ isDraft, where }) => {
    const key = isDraft ? ofDraft : column
    const sql = `${where.sql}${range}`.replaceAll(/\$(\d+)/g, (_, nth: string) => `$${Number(nth) + before}`)
    before += where.values.length
    if (!isFew)
      return `select id, ${key} as key, null::int as found from listing where ${sql} order by ${orderBy(key, down)} limit ${most}`
    return `select id, key, (count(*) over ())::int as found from (select id, ${key} as key from listing where ${sql} offset 0) fitting order by ${orderBy('key', down)} limit ${most}`
  })
  const slice = selects.length === 1 ? selects[0] : selects.map((select) => `(${select})`).join(' union all ')
  return {
    values,
    text: `
with slice as (select id, key, found from (${slice}) every_part order by ${orderBy('key', down)} ${pages})
select ${LISTED_COLUMNS}, found from slice join listing l using (id) ${LISTING_SELLER} order by ${orderBy('slice.key', down, 'slice.id')}`,
  }
}

/** Reads rows by id, in the order of the ids. */
async function rowsOf(pg: PgPool, ids: readonly string[]): Promise<ListingRow[]> {
  if (ids.length === 0) return []
  // SQL: keeps the order of the search that found the ids.
  const { rows } = await pg.query<ListingRow>({
    name: 'listings-by-id',
    text: `select ${LISTED_COLUMNS} from unnest($1::uuid[]) with ordinality as wanted (id, place)
      join listing l on l.id = wanted.id ${LISTING_SELLER} order by wanted.place`,
    values: [ids],
  })
  return rows
}
