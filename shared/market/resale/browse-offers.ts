import type { Pool as PgPool } from 'pg'

import type { Db } from '#shared/db/open-db.ts'

import { OFFER_COLUMNS, OFFER_JOINS, type OfferRow } from './offer.view.ts'
import { OFFERS_SHOWN, type OfferSort } from './resale.rules.ts'

/** Filters are UUIDs and cents; null is none. */
export type OfferBrowse = {
  listingId: string | null
  sellerId: string | null
  minimumCents: number | null
  maximumCents: number | null
  sort: OfferSort
  limit: number
  offset: number
}
export type BrowsedOffers = { rows: OfferRow[]; total: number; totalIs: 'exact' | 'estimate' }

/** Matches that are counted; beyond them a total is an estimate. */
const COUNTED = 1_000

/**
 * Pages through the offers that are on sale. The ids of a page come from one index; the rest is read for them alone. A
 * total is counted up to COUNTED, and beyond that it only says that there are more.
 */
export async function browseOffers({ lists }: Pick<Db, 'lists'>, asked: OfferBrowse): Promise<BrowsedOffers> {
  const { listingId, sellerId, minimumCents, maximumCents, sort, limit, offset } = asked
  const filters: readonly [string, string, unknown][] = [
    ['o.listing_id =', 'uuid', listingId],
    ['o.seller_id =', 'uuid', sellerId],
    ['o.price_cents >=', 'int', minimumCents],
    ['o.price_cents <=', 'int', maximumCents],
  ]
  const set = filters.filter(([, , value]) => value !== null)
  const where = [SHOWN, ...set.map(([condition, type], nth) => `${condition} $${nth + 1}::${type}`)].join(' and ')
  const values = set.map(([, , value]) => value)
  // SQL: one row more than the page says whether there are more; each query is planned for its values.
  const { rows } = await lists.query<OfferRow>({
    text: `
with slice as (
  select o.id from resale_offer o where ${where} order by ${ORDERS[sort]}
  limit $${values.length + 1}::bigint offset $${values.length + 2}::bigint
)
select ${OFFER_COLUMNS} from slice join resale_offer o on o.id = slice.id ${OFFER_JOINS} order by ${ORDERS[sort]}`,
    values: [...values, limit + 1, offset],
  })
  const end = offset + Math.min(rows.length, limit)
  if (rows.length <= limit && (rows.length > 0 || offset === 0)) return { rows, total: end, totalIs: 'exact' }
  // SQL: counting stops where a page of numbers is of no use.
  const { rows: counts } = await lists.query<{ found: number }>({
    text: `select count(*)::int as found from (
      select from resale_offer o where ${where} limit ${COUNTED + 1}) counted`,
    values,
  })
  const found = counts[0]?.found ?? 0
  const total = Math.max(found, rows.length > limit ? end + 1 : 0)
  return { rows: rows.slice(0, limit), total, totalIs: found > COUNTED ? 'estimate' : 'exact' }
}

/** The cheapest offers of a listing (UUID) that are on sale, as its answer shows them. */
export async function cheapestOffers(pg: PgPool, listingId: string): Promise<OfferRow[]> {
  // SQL: one prepared statement for every reader of a listing.
  const { rows } = await pg.query<OfferRow>({ name: 'resale-offers-cheapest', text: CHEAPEST, values: [listingId] })
  return rows
}

/** SQL: an offer is on sale, and not hidden with its listing. */
const SHOWN = `o.state = 'active' and not o.is_hidden and (o.expires_at is null or o.expires_at > now())`

const ORDERS: Readonly<Record<OfferSort, string>> = {
  newest: 'o.id desc',
  price_asc: 'o.price_cents, o.id',
  price_desc: 'o.price_cents desc, o.id desc',
}

const CHEAPEST = `
select ${OFFER_COLUMNS} from resale_offer o ${OFFER_JOINS} where ${SHOWN} and o.listing_id = $1::uuid
order by o.price_cents, o.id limit ${OFFERS_SHOWN}`
