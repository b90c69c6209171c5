import type { Pool as PgPool } from 'pg'

import type { Db } from '#shared/db/open-db.ts'

import type { Listing } from '../listing.entity.ts'
import { type ListingFilter, pathConditions, shownConditions } from './listing-filter.ts'
import { COUNTED } from './listing-totals.ts'
import { popularityShares, type PopularityShares } from './popularity-shares.ts'

/** This many of the most popular matches are ranked by relevance; the others follow by popularity. */
export const RANKED = 200
/** Up to this many expected matches, all of them are read, and so counted. */
const FEW = 1.25 * COUNTED
/** From this many on that the marked ones indicate, where more than FEW are expected, too, nothing is counted. */
const MORE = 1.1 * COUNTED
/** If this share of all listings matches, reading listings by popularity finds enough matches soon. */
const COMMON = 0.1
/** Lowest and highest popularity that listings have a mark for (`popularity_marks` of the database). */
const LEAST_MARK = 4
const MOST_MARK = 60

export type Search = ListingFilter & { q: string }

/**
 * The first ids of a search, best first. `found` is the number of matches, `more` if above COUNTED, null if unknown.
 */
type Ranked = { ids: string[]; found: number | 'more' | null }

/**
 * Finds the first ids that match `q`, best first. The rank is text relevance (title counts most, then tags, summary,
 * description), plus similarity to the title, plus a little popularity; ties go to the newest. Only the RANKED most
 * popular matches are ranked, however common the words are. When many matches are expected, listings with a popularity
 * mark are searched first, and the others only if these are too few. User input is a bound value, never a pattern or an
 * operator of the database.
 */
export function listingSearch(db: Pick<Db, 'lists'>, nowMs: () => number, { few = FEW, common = COMMON } = {}) {
  const sharesOf = popularityShares(db, nowMs)

  /** `expected` is the planner's estimate of the number of matches. */
  return async (filter: Search, expected: number): Promise<Ranked> => {
    let guess = expected
    // The listings of one seller have their own index, which holds no marks.
    if (guess > few && filter.userId === undefined) {
      const shares = await sharesOf()
      const tries = guess < shares.listings * common ? 2 : 0
      for (let nth = 0; nth < tries && guess > few; nth += 1) {
        const mark = markFor(shares, (2 * RANKED) / guess)
        if (mark === null) break
        const { ids, found } = await readRanked(db.lists, filter, { mark, isCounted: true })
        // The number of marked matches gives a better estimate of all matches.
        guess = found / shares.shareOf(mark)
        if (ids.length === RANKED) return { ids, found: guess >= MORE ? 'more' : null }
      }
    }
    // This estimate is too low for words that only unpopular listings use. Do not count when the planner expects many.
    const isCounted = guess <= few && expected <= 10 * few
    const { ids, found } = await readRanked(db.lists, filter, { mark: null, isCounted })
    return { ids, found: isCounted ? found : ids.length < RANKED ? ids.length : null }
  }
}

/** The highest mark that at least this share of all listings has; null when there is none. */
function markFor({ shareOf }: PopularityShares, share: number): number | null {
  for (let mark = MOST_MARK; mark >= LEAST_MARK; mark -= 1) if (shareOf(mark) >= share) return mark
  return null
}

/**
 * Reads the RANKED most popular matches, best first; only those with `mark` unless it is null. With `isCounted` all of
 * these matches are read and `found` is their number; otherwise `found` is 0.
 */
async function readRanked(
  pg: PgPool,
  filter: Search,
  { mark, isCounted }: { mark: number | null; isCounted: boolean },
): Promise<{ ids: string[]; found: number }> {
  // Without a mark and a count, listings are read by popularity, each with its own columns.
  const isWalked = mark === null && (!isCounted || filter.userId !== undefined)
  const { sql, values } = isWalked
    ? shownConditions(filter)
    : pathConditions(mark === null ? filter : { ...filter, q: undefined })
  const q = `$${values.length + 1}`
  const query = `websearch_to_tsquery('english', ${q})`
  const marked = `and popularity >= ${LEAST_MARK} and (search || popularity_marks(popularity)) @@ (${query} && '''popularity>=${mark}'''::tsquery)`
  // SQL: full-text rank and trigram similarity, planned by its values.
  const { rows } = await pg.query<Pick<Listing, 'id'> & { found: number }>(
    `
select id, found from (
  select id, title, search, popularity, published_at, ${isCounted ? '(count(*) over ())::int' : '0'} as found from listing
  where ${sql} ${mark === null ? '' : marked} order by popularity desc, id desc limit ${RANKED}) best
order by ts_rank_cd('{0.05, 0.2, 0.4, 1}', search, ${query}) + similarity(title, ${q}) + 0.02 * popularity desc,
  published_at desc, id desc`,
    [...values, filter.q],
  )
  return { ids: rows.map(({ id }) => id), found: rows[0]?.found ?? 0 }
}
