import type { Pool as PgPool } from 'pg'

import { editDistance } from '#shared/lib/names/edit-distance.ts'
import { inTransaction } from '#shared/db/in-transaction.ts'

/** Searches with more words than this are not corrected. */
const MOST_WORDS = 8
/** Minimum trigram similarity of a candidate word: that of a four-letter word with one wrong letter. */
const LIKENESS = 0.25
const LOOKED_AT = 50
/** Number of the nearest words whose matches are counted. */
const PROPOSED = 5
/** Counting matches stops here: this many tell a common word from a rare one. */
const TOLD_APART = 100

/**
 * Replaces each word of a search that no listing holds by the nearest word of a title, tag or tech stack: the one with
 * the fewest wrong letters, else one that begins with it. Among equally near words, the one with the most matches wins.
 * Excluded words (after a minus) stay. Null when nothing needs replacing, a word has no near one, or the search is too
 * long.
 */
export async function correctedSearch(pg: PgPool, q: string): Promise<string | null> {
  const words = new Set([...q.matchAll(WORD)].map(([word]) => word.toLowerCase()))
  if (words.size > MOST_WORDS) return null
  const counts = await Promise.all([...words].map(async (word) => ({ word, found: await listingsWith(pg, word, 1) })))
  const wrong = counts.filter(({ found }) => found === 0).map(({ word }) => word)
  if (wrong.length === 0) return null
  const right = new Map<string, string>()
  for (const word of wrong) {
    const nearest = await nearestWord(pg, word)
    if (nearest === null) return null
    right.set(word, nearest)
  }
  return q.replaceAll(WORD, (word) => right.get(word.toLowerCase()) ?? word)
}

/** A searched word, not one excluded by a minus. Words under 3 letters are too alike to be corrected. */
const WORD = /(?<![\p{L}\p{M}\p{N}-]|-")[\p{L}\p{N}][\p{L}\p{M}\p{N}]{2,39}(?![\p{L}\p{M}\p{N}])/gu

async function nearestWord(pg: PgPool, word: string): Promise<string | null> {
  const most = word.length <= 4 ? 1 : 2
  const near = (await wordsLike(pg, word))
    .map((other) => ({ other, distance: editDistance(word, other, most) }))
    .filter(({ other, distance }) => distance <= most || other.startsWith(word))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, PROPOSED)
  const counted = await Promise.all(
    near.map(async (one) => ({ ...one, found: await listingsWith(pg, one.other, TOLD_APART) })),
  )
  const [nearest] = counted
    .filter(({ found }) => found > 0)
    .toSorted((one, other) => one.distance - other.distance || other.found - one.found)
  return nearest?.other ?? null
}

/** Words with trigrams in common, most similar first. The index reads the similarity threshold from a setting. */
const wordsLike = (pg: PgPool, word: string): Promise<string[]> =>
  inTransaction(pg, async (tx) => {
    // SQL: a setting of the database for the statement after it.
    await tx.query(`set local pg_trgm.similarity_threshold = ${LIKENESS}`)
    // SQL: trigram similarity, on a table that triggers fill.
    const { rows } = await tx.query<{ word: string }>(
      `select word from listing_word where word % $1 order by similarity(word, $1) desc, word limit ${LOOKED_AT}`,
      [word],
    )
    return rows.map((row) => row.word)
  })

/**
 * Counts public listings that hold a word in one of its forms, up to `most`. Returns `most` for a stop word, which
 * searches ignore.
 */
async function listingsWith(pg: PgPool, word: string, most: number): Promise<number> {
  // SQL: full-text search that stops counting early, planned by its values.
  const { rows } = await pg.query<{ n: number }>(
    `select case when numnode(plainto_tsquery('english', $1)) = 0 then ${most} else (
      select count(*)::int from (
        select from listing where is_shown and search @@ plainto_tsquery('english', $1) limit ${most}) found) end as n`,
    [word],
  )
  return rows[0]?.n ?? 0
}
