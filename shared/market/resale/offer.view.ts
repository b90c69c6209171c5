import type { ClientBase, Pool as PgPool } from 'pg'
import { z } from 'zod'

import { isoUtc } from '#shared/db/iso-utc.ts'

import { publicId } from '../public-id.ts'
import { resaleShares } from './resale-shares.ts'

const cents = z.int()
const when = z.string().describe('ISO 8601, UTC')

/** An offer as everybody sees it, with everything to buy it in one hop. */
export const OfferView = z.object({
  resale_offer_id: z.string(),
  listing_id: z.string(),
  listing_title: z.string(),
  listing_version: z.int().describe('the version that is sold on'),
  seller: z.object({ id: z.string(), username: z.string() }).describe('who holds the licence'),
  license_id: z.string(),
  content_sha256: z.string().nullable(),
  price_cents: cents,
  currency: z.literal('usd'),
  note: z.string().nullable(),
  state: z.enum(['active', 'sold', 'canceled', 'expired']),
  available: z.boolean().describe('false while a sale of it waits for its payment, and once it has ended'),
  reserved_until: when.nullable().describe('until then at the latest a sale of it waits for its payment'),
  expires_at: when.nullable(),
  royalty_bps: z.int(),
  royalty_cents: cents.describe('of the price, to the maker of the listing'),
  platform_fee_cents: cents,
  you_receive_cents: cents.describe('what the seller receives'),
  refund_days: z.literal(0).describe('a resale has no refund window'),
  buy_url: z.string().describe('this offer'),
  x402_url: z.string().describe('POST with resale_offer_id: by x402, or by a service key'),
  intent_url: z.string().describe('POST with listing_id and resale_offer_id: by card'),
  solana_intent_url: z.string().describe('POST with listing_id and resale_offer_id: on Solana'),
  created_at: when,
  updated_at: when,
})
export type OfferView = z.output<typeof OfferView>

/** An offer as statements read it. */
export type OfferRow = {
  id: string
  listing_id: string
  listing_title: string
  listing_version: number
  seller_id: string
  seller_username: string
  seller_sales_cents: string
  license_id: string
  content_sha256: string | null
  price_cents: number
  note: string | null
  state: OfferView['state']
  is_over: boolean
  is_hidden: boolean
  reserved_until: string | null
  expires_at: string | null
  royalty_bps: number
  created_at: string
  updated_at: string
}

/** The columns of an OfferRow, from `resale_offer o` with OFFER_JOINS. */
export const OFFER_COLUMNS = `
o.id, o.listing_id, l.title as listing_title, h.listing_version, o.seller_id, u.username as seller_username,
coalesce(s.sales_cents, 0)::text as seller_sales_cents, h.license_id, h.content_sha256, o.price_cents, o.note, o.state,
o.expires_at <= now() as is_over, o.is_hidden, case when o.reserved_until > now() then ${isoUtc('o.reserved_until')} end as reserved_until,
${isoUtc('o.expires_at')} as expires_at, h.royalty_bps, ${isoUtc('o.created_at')} as created_at, ${isoUtc('o.updated_at')} as updated_at`
export const OFFER_JOINS = `
join purchase h on h.id = o.purchase_id join listing l on l.id = o.listing_id join market_user u on u.id = o.seller_id
left join seller_stat s on s.user_id = o.seller_id`

/** The wire form of an offer. `baseUrl` has no trailing slash. */
export function viewOffer(row: OfferRow, baseUrl: string): OfferView {
  const id = publicId('rof', row.id)
  const listingId = publicId('lst', row.listing_id)
  const shares = resaleShares(row.price_cents, row.royalty_bps, Number(row.seller_sales_cents))
  const state = row.state === 'active' && row.is_over && row.reserved_until === null ? 'expired' : row.state
  return {
    resale_offer_id: id,
    listing_id: listingId,
    listing_title: row.listing_title,
    listing_version: row.listing_version,
    seller: { id: publicId('usr', row.seller_id), username: row.seller_username },
    license_id: row.license_id,
    content_sha256: row.content_sha256,
    price_cents: row.price_cents,
    currency: 'usd',
    note: row.note,
    state,
    available: state === 'active' && row.reserved_until === null,
    reserved_until: row.reserved_until,
    expires_at: row.expires_at,
    royalty_bps: row.royalty_bps,
    royalty_cents: shares.royalty_cents,
    platform_fee_cents: shares.platform_cents,
    you_receive_cents: shares.you_receive_cents,
    refund_days: 0,
    buy_url: `${baseUrl}/api/resale-offers/${id}`,
    x402_url: `/api/purchases/x402/${listingId}`,
    intent_url: '/api/purchases/intent',
    solana_intent_url: '/api/purchases/solana/intent',
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Reads one offer (UUID), also a hidden one; null when there is none. */
export async function readOffer(sql: ClientBase | PgPool, id: string): Promise<OfferRow | null> {
  // SQL: the same columns as lists.
  const { rows } = await sql.query<OfferRow>({
    name: 'resale-offer-read',
    text: `select ${OFFER_COLUMNS} from resale_offer o ${OFFER_JOINS} where o.id = $1::uuid`,
    values: [id],
  })
  return rows[0] ?? null
}
