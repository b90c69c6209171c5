import type { Pool as PgPool } from 'pg'

import { inTransaction } from '#shared/idempotency/in-transaction.ts'

import { type ListingFilter, shownConditions } from './listing-filter.ts'

/** Of what fits a search, this many of the most popular are ranked by how well they fit; the others follow as they are. */
export const RANKED = 200
const NEARLY_MOST = 50
/** Share of letters in threes that have to agree: one letter wrong, missing or too many in a word of seven. */
const LIKENESS = 0.5

export type Search = ListingFilter & { q: string }

/**
 * The first ids of what fits `q`, best first: how well the words fit (title counts most, then tags, summary,
 * description), how near the title is, a little popularity, and the newest of equals. Only so many are looked at, however
 * common the words are. Nothing of a caller's text is ever a pattern or an operator of the database.
 */
export async function rankedIds(pg: PgPool, filter: Search): Promise<string[]> {
  const { sql, values } = shownConditions(filter)
  const q = `$${values.length + 1}`
  const { rows } = await pg.query<{ id: string }>(
    `
select id from (
  select id, title, search, popularity, published_at from listing where ${sql} order by popularity desc, id desc limit ${RANKED}) found
order by ts_rank_cd('{0.05, 0.2, 0.4, 1}', search, websearch_to_tsquery('english', ${q})) + similarity(title, ${q}) + 0.02 * popularity desc,
  published_at desc, id desc`,
    [...values, filter.q],
  )
  return rows.map(({ id }) => id)
}

/**
 * Titles with a word that is nearly one of `q`, nearest first, for when its words find nothing. The index asks for the
 * likeness by a setting, so this is a transaction.
 */
export async function nearlyIds(pg: PgPool, { q, ...filter }: Search): Promise<string[]> {
  if (q.trim().length < 3) return []
  const { sql, values } = shownConditions(filter)
  const at = `$${values.length + 1}`
  return inTransaction(pg, async (tx) => {
    await tx.query(`set local pg_trgm.word_similarity_threshold = ${LIKENESS}`)
    const { rows } = await tx.query<{ id: string }>(
      `select id from listing where ${sql} and ${at} <% title
       order by word_similarity(${at}, title) desc, popularity desc, id desc limit ${NEARLY_MOST}`,
      [...values, q.trim()],
    )
    return rows.map(({ id }) => id)
  })
}
