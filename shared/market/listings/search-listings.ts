import type { Pool as PgPool } from 'pg'

import { containsPattern } from '#shared/lib/like-pattern.ts'

import type { Actor } from '../accounts/actor.ts'
import { type ListingFilter, listingConditions, type ListingSort, orderBy, ORDERS } from './listing-filter.ts'

/** A search ranks this many listings; whoever wants others says more. */
export const SEARCH_MOST = 500
/** Fewer found than this: titles that are nearly it are looked for, too. */
const FEW = 5
const NEARLY_MOST = 50

/**
 * The ids of what fits `q`, best first. Words are found by full text (title counts most, then tags, summary,
 * description), in English forms; quotes, `or` and `-` as in web searches. `newest`, the usual order, ranks: how well the
 * words fit, then how near the title is, then a little popularity; every other sort orders what was found. Where words
 * find next to nothing, titles with nearly these letters follow. No text of a caller's is ever a pattern or an operator.
 */
export async function searchListings(
  pg: PgPool,
  filter: ListingFilter & { q: string },
  sort: ListingSort,
  actor: Actor | null,
): Promise<string[]> {
  const q = filter.q.trim()
  if (q === '') return []
  const ids = new Set<string>()
  for (const { isDraft, where } of listingConditions(filter, actor)) {
    const text = isDraft ? draftQuery(where.sql, where.values.length) : wordQuery(where.sql, where.values.length, sort)
    const { rows } = await pg.query<{ id: string }>(text, [...where.values, isDraft ? containsPattern(q) : q])
    for (const { id } of rows) ids.add(id)
    if (isDraft || ids.size >= FEW || q.length < 3) continue
    const nearly = await pg.query<{ id: string }>(nearQuery(where.sql, where.values.length), [...where.values, q])
    for (const { id } of nearly.rows) ids.add(id)
  }
  return [...ids].slice(0, SEARCH_MOST)
}

// Of many that fit, the most popular are ranked: what is read stays small however common the word is.
function wordQuery(where: string, values: number, sort: ListingSort): string {
  const q = `$${values + 1}`
  const words = `websearch_to_tsquery('english', ${q})`
  const { column, down } = ORDERS[sort]
  if (sort !== 'newest')
    return `select id from listing where ${where} and search @@ ${words} order by ${orderBy(column, down)} limit ${SEARCH_MOST}`
  return `
select id from (
  select id, title, search, popularity, published_at from listing where ${where} and search @@ ${words}
  order by popularity desc, id desc limit ${SEARCH_MOST}) found
order by ts_rank_cd('{0.05, 0.2, 0.4, 1}', search, ${words}) + similarity(title, ${q}) + 0.02 * popularity desc, published_at desc, id desc`
}

const nearQuery = (where: string, values: number): string => `
select id from listing where ${where} and $${values + 1} <% title
order by word_similarity($${values + 1}, title) desc, popularity desc, id desc limit ${NEARLY_MOST}`

// Somebody's own drafts are few, so they are simply looked through.
const draftQuery = (where: string, values: number): string => `
select id from listing where ${where} and (title ilike $${values + 1} or description ilike $${values + 1}) order by created_at desc, id desc limit ${SEARCH_MOST}`
