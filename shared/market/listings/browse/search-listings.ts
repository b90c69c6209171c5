import type { Pool as PgPool } from 'pg'

import type { Db } from '#shared/db/open-db.ts'

import { type ListingFilter, shownConditions } from './listing-filter.ts'
import { COUNTED } from './listing-totals.ts'
import { popularityShares, type PopularityShares } from './popularity-shares.ts'

/** Of what fits a search, this many of the most popular are ranked by how well they fit; the others follow as they are. */
export const RANKED = 200
/** Where so many fit, all of them are read. */
const FEW = 1_300
/** Where this share of all fits, the most popular ones are met soon, one after the other. */
const COMMON = 0.05
/** The popularity that listings have a mark of (0024-listing-words.ts). */
const LEAST_MARK = 4
const MOST_MARK = 60

export type Search = ListingFilter & { q: string }

/** The first ids of a search, best first; `found` is how many fit, `more` that it is more than COUNTED, null not known. */
type Ranked = { ids: string[]; found: number | 'more' | null }

/**
 * Finds the first ids of what fits `q`, best first: how well the words fit (title counts most, then tags, summary,
 * description), how near the title is, a little popularity, and the newest of equals. Only the most popular RANKED of what
 * fits are looked at, however common the words are: where much is expected to fit, those with a popularity are looked for
 * first, by its mark, and the others only if these are too few. Nothing of a caller's text is ever a pattern or an operator
 * of the database.
 */
export function listingSearch(db: Pick<Db, 'lists'>, nowMs: () => number, { few = FEW, common = COMMON } = {}) {
  const sharesOf = popularityShares(db, nowMs)

  /** `expected`: how many fit, as the database guesses. */
  return async (filter: Search, expected: number): Promise<Ranked> => {
    let guess = expected
    // One seller's have an index of their own, and no marks in it.
    if (guess > few && filter.userId === undefined) {
      const shares = await sharesOf()
      const tries = guess < shares.listings * common ? 2 : 0
      for (let nth = 0; nth < tries && guess > few; nth += 1) {
        const mark = markFor(shares, (2 * RANKED) / guess)
        if (mark === null) break
        const { ids, found } = await readRanked(db.lists, filter, { mark, isCounted: true })
        // How many these are says how many there will be without the mark.
        guess = found / shares.shareOf(mark)
        if (ids.length === RANKED) return { ids, found: guess >= 2 * COUNTED ? 'more' : null }
      }
    }
    // Words of unpopular listings only look rare: what the planner expects many of is not read to the end.
    const isCounted = guess <= few && expected <= 10 * few
    const { ids, found } = await readRanked(db.lists, filter, { mark: null, isCounted })
    return { ids, found: isCounted ? found : ids.length < RANKED ? ids.length : null }
  }
}

/** The highest mark that at least this share of all listings has; null where none has to be looked at. */
function markFor({ shareOf }: PopularityShares, share: number): number | null {
  for (let mark = MOST_MARK; mark >= LEAST_MARK; mark -= 1) if (shareOf(mark) >= share) return mark
  return null
}

/** With `isCounted` all that fits, with the mark if there is one, is read, and `found` says how many that is. */
async function readRanked(
  pg: PgPool,
  filter: Search,
  { mark, isCounted }: { mark: number | null; isCounted: boolean },
): Promise<{ ids: string[]; found: number }> {
  const { sql, values } = shownConditions(mark === null ? filter : { ...filter, q: undefined })
  const q = `$${values.length + 1}`
  const query = `websearch_to_tsquery('english', ${q})`
  const marked = `and popularity >= ${LEAST_MARK} and (search || popularity_marks(popularity)) @@ (${query} && '''popularity>=${mark}'''::tsquery)`
  const { rows } = await pg.query<{ id: string; found: number }>(
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
