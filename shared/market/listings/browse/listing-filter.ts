import { containsPattern } from '#shared/lib/like-pattern.ts'

import type { Actor } from '../../users/actor.ts'

/** What a browse asks for, checked; `userId` a UUID. */
export type ListingFilter = {
  status: 'live' | 'draft' | 'all'
  category?: string | undefined
  listingKind?: string | undefined
  userId?: string | undefined
  listingType?: 'fixed' | 'auction' | undefined
  priceType?: 'free' | 'paid' | undefined
  techTag?: string | undefined
  q?: string | undefined
}

export type ListingSort =
  | 'newest'
  | 'oldest'
  | 'price_asc'
  | 'price_desc'
  | 'updated'
  | 'popular'
  | 'starter'
  | 'best_value'

/**
 * The column of each order and its direction; the id decides between equals, in the same direction, as in the indexes of
 * 0020-listings.ts. A draft has no time of publishing, so its time of creation stands for it.
 */
export const ORDERS: Record<ListingSort, { column: string; ofDraft: string; down: boolean }> = {
  newest: { column: 'published_at', ofDraft: 'created_at', down: true },
  oldest: { column: 'published_at', ofDraft: 'created_at', down: false },
  price_asc: { column: 'price_cents', ofDraft: 'price_cents', down: false },
  price_desc: { column: 'price_cents', ofDraft: 'price_cents', down: true },
  updated: { column: 'updated_at', ofDraft: 'updated_at', down: true },
  popular: { column: 'popularity', ofDraft: 'popularity', down: true },
  starter: { column: 'starter_score', ofDraft: 'starter_score', down: true },
  best_value: { column: 'value_score', ofDraft: 'value_score', down: true },
}

export const orderBy = (column: string, down: boolean, id = 'id') =>
  down ? `${column} desc, ${id} desc` : `${column}, ${id}`

/** Conditions and their values; what callers send is only ever a value. */
export type Conditions = { sql: string; values: unknown[] }

/**
 * Which listings a filter means, in parts that have their own index: what everybody sees, and what of the asker's own
 * others do not see: drafts, and with `all` what is hidden for review. Others' are nobody's, so for someone without a
 * credential `draft` is none and `all` is what is live.
 */
export function listingConditions(
  filter: ListingFilter,
  actor: Actor | null,
): { isDraft: boolean; where: Conditions }[] {
  const parts: { isDraft: boolean; where: Conditions }[] = []
  if (filter.status !== 'draft') parts.push({ isDraft: false, where: shownConditions(filter) })
  if (filter.status !== 'live' && actor !== null)
    parts.push({ isDraft: true, where: ownConditions(filter, actor.userId) })
  return parts
}

/** What everybody sees. The words of `q` are found by full text. */
export function shownConditions({ q, ...filter }: ListingFilter): Conditions {
  const where = filtered(['is_shown'], [], filter)
  return q === undefined ? where : also(where, (at) => `search @@ websearch_to_tsquery('english', ${at})`, q)
}

/** What of somebody's own nobody else sees: it is little, so its texts are simply looked through. */
function ownConditions({ q, ...filter }: ListingFilter, userId: string): Conditions {
  const unseen = filter.status === 'draft' ? `status = 'draft'` : 'not is_shown'
  const where = filtered([`owner_id = $1`, unseen, 'deleted_at is null'], [userId], filter)
  if (q === undefined) return where
  return also(where, (at) => `(title ilike ${at} or description ilike ${at})`, containsPattern(q.trim()))
}

const LISTING_TYPES = { auction: `listing_type = 'auction'`, fixed: `listing_type <> 'auction'` }
const PRICE_TYPES = { free: 'is_free', paid: 'is_free is not true' }

function filtered(fixed: readonly string[], given: readonly unknown[], filter: ListingFilter): Conditions {
  let where: Conditions = { sql: fixed.join(' and '), values: [...given] }
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value !== undefined) where = also(where, condition, value)
  }
  add((at) => `category = ${at}`, filter.category)
  add((at) => `listing_kind = ${at}`, filter.listingKind)
  add((at) => `owner_id = ${at}`, filter.userId)
  add((at) => `tech_stack @> array[${at}::text]`, filter.techTag)
  // What nearly all listings are is said so that no index of words looks it up: its list is long and leaves little out.
  const said = [
    ...(filter.listingType === undefined ? [] : [LISTING_TYPES[filter.listingType]]),
    ...(filter.priceType === undefined ? [] : [PRICE_TYPES[filter.priceType]]),
  ]
  return { ...where, sql: [where.sql, ...said].join(' and ') }
}

const also = ({ sql, values }: Conditions, condition: (place: string) => string, value: unknown): Conditions => ({
  sql: `${sql} and ${condition(`$${values.length + 1}`)}`,
  values: [...values, value],
})
