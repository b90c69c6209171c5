import type { Pool as PgPool } from 'pg'

import { editDistance } from '#shared/engines/dictionary/edit-distance.ts'
import { inTransaction } from '#shared/db/in-transaction.ts'

/** A longer search is no slip of a finger. */
const MOST_WORDS = 8
/** Share of letters in threes that a word has to have in common to be looked at: one letter wrong in a word of four. */
const LIKENESS = 0.25
const LOOKED_AT = 50
/** Of the nearest words as many are asked for what they find. */
const PROPOSED = 5
/** Enough listings to tell a common word from a rare one. */
const TOLD_APART = 100

/**
 * A search with each word that no listing holds replaced by the nearest one of a title, tag or tech stack: fewest letters
 * wrong, else one that begins so; of equally near ones that which finds most. What is to be left out stays as it is. Null
 * where nothing is to be replaced, or nothing is near.
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

/** A word that is looked for, not one behind a minus; shorter ones cannot be told apart. */
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

/** Words with letters in common, the most alike first. The index asks for the likeness by a setting. */
const wordsLike = (pg: PgPool, word: string): Promise<string[]> =>
  inTransaction(pg, async (tx) => {
    await tx.query(`set local pg_trgm.similarity_threshold = ${LIKENESS}`)
    const { rows } = await tx.query<{ word: string }>(
      `select word from listing_word where word % $1 order by similarity(word, $1) desc, word limit ${LOOKED_AT}`,
      [word],
    )
    return rows.map((row) => row.word)
  })

/** How many listings everybody sees hold a word in one of its forms, `most` at most; all do of one that no search looks at. */
async function listingsWith(pg: PgPool, word: string, most: number): Promise<number> {
  const { rows } = await pg.query<{ n: number }>(
    `select case when numnode(plainto_tsquery('english', $1)) = 0 then ${most} else (
      select count(*)::int from (
        select from listing where is_shown and search @@ plainto_tsquery('english', $1) limit ${most}) found) end as n`,
    [word],
  )
  return rows[0]?.n ?? 0
}
