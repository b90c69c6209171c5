import type { Pool as PgPool } from 'pg'

import { publicId } from '../../public-id.ts'

/** A listing that is bought by x402, as discovery documents list it. */
export type X402Listing = { listingId: string; title: string; summary: string; kind: string; priceCents: number }

/** Most listings in the document. */
const MOST = 500

/** Reads the listings that can be bought by x402 now, the most popular first. */
export async function readX402Listings(lists: PgPool): Promise<X402Listing[]> {
  // SQL: by the index that the order of browsing has.
  const { rows } = await lists.query<{
    id: string
    title: string
    summary: string | null
    kind: string
    cents: number
  }>({
    name: 'listings-x402',
    text: `select id, title, summary, listing_kind as kind, price_cents as cents from listing
      where is_shown and listing_type = 'fixed' and not is_free order by popularity desc, id desc limit $1`,
    values: [MOST],
  })
  return rows.map(({ id, title, summary, kind, cents }) => ({
    listingId: publicId('lst', id),
    title,
    summary: summary ?? title,
    kind,
    priceCents: cents,
  }))
}
