import { containsPattern } from '#shared/lib/like-pattern.ts'

import type { Actor } from '../../users/actor.ts'
import { listingPath } from './listing-path.ts'

/** Validated filter of a list of listings. `userId` is a UUID. */
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
 * Column and direction of each order. Ties are broken by id in the same direction, as in the indexes of
 * 0020-listings.ts. A draft has no publishing time, so its creation time is used.
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

/** SQL conditions and their values. User input is only ever passed as a value. */
export type Conditions = { sql: string; values: unknown[] }

/**
 * A part of a filter. `where` and `gathered` match the same listings: `where` where an index is walked in its order and the
 * planner estimates, `gathered` where all matches are read or counted.
 */
export type ListingPart = { isDraft: boolean; where: Conditions; gathered: Conditions }

/**
 * Splits a filter into parts that each have their own index: public listings, and the actor's own listings that others
 * do not see (drafts; with `all` also those hidden for review). Without a credential, `draft` matches nothing and `all`
 * matches live listings only.
 */
export function listingConditions(filter: ListingFilter, actor: Actor | null): ListingPart[] {
  const parts: ListingPart[] = []
  if (filter.status !== 'draft')
    parts.push({ isDraft: false, where: shownConditions(filter), gathered: gatheredConditions(filter) })
  if (filter.status !== 'live' && actor !== null) {
    const where = ownConditions(filter, actor.userId)
    parts.push({ isDraft: true, where, gathered: where })
  }
  return parts
}

/** Conditions for public listings, by columns. `q` is matched by full-text search. */
export function shownConditions({ q, ...filter }: ListingFilter): Conditions {
  const where = filtered(['is_shown'], [], filter)
  return q === undefined ? where : also(where, (at) => `search @@ websearch_to_tsquery('english', ${at})`, q)
}

/**
 * The conditions that find all matches fastest. One filter without words has as short a list in an index of its own, and so
 * have the listings of one seller.
 */
function gatheredConditions(filter: ListingFilter): Conditions {
  const { q, category, listingKind, techTag, userId } = filter
  const given = [category, listingKind, techTag].filter((value) => value !== undefined).length
  return userId === undefined && (q !== undefined || given > 1) ? pathConditions(filter) : shownConditions(filter)
}

/**
 * Conditions for public listings as the indexes of words have them: category, kind and tag are one path, whose list of
 * listings is much shorter than the three lists that would be intersected.
 */
export function pathConditions(filter: ListingFilter): Conditions {
  const path = listingPath(filter)
  if (path === null) return shownConditions(filter)
  const others = shownConditions({ ...filter, category: undefined, listingKind: undefined, techTag: undefined })
  return also(others, (at) => `listing_paths(category, listing_kind, tech_stack) @> array[${at}::text]`, path)
}

/**
 * Conditions for a user's own listings that nobody else sees. There are few of them, so `q` is matched by substring.
 */
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
  // Conditions that nearly all listings meet are written so that the GIN index does not look them up: their posting
  // lists are long and exclude little.
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
