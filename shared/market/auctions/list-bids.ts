import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'
import type { RowOf } from '#shared/db/row-of.ts'

import { publicId } from '../public-id.ts'
import type { Auction } from './auction.entity.ts'
import type { Bid } from './bid.entity.ts'

/** A bid as shown to everybody: its amount is public, its bidder is not. */
export type ShownBid = {
  bid_id: string
  amount_cents: number
  bidder: string
  is_yours: boolean
  is_leading: boolean
  placed_at: string
}

/** Public label of a bidder, numbered by the order of first bids in a round. */
export const bidderLabel = (no: number): string => `Bidder ${no}`

/** Lists the bids of an auction's current round, highest first, with their total number. */
export async function listBids(
  pg: PgPool,
  listingId: string,
  { limit, offset, viewerId }: { limit: number; offset: number; viewerId: string | null },
): Promise<{ items: ShownBid[]; total: number }> {
  // SQL: one statement, so that the bids and their number are of the same moment while others bid.
  const { rows } = await pg.query<Row>({ name: 'bids-list', text: LIST, values: [listingId, limit, offset, viewerId] })
  const items = rows.flatMap((row) => {
    const { id, bidder_no, bid_count: _, ...bid } = row
    return id === null ? [] : [{ bid_id: publicId('bid', id), ...bid, bidder: bidderLabel(bidder_no) }]
  })
  return { items, total: rows[0]?.bid_count ?? 0 }
}

type Row = RowOf<Auction, 'bidCount'> &
  RowOf<Bid, 'bidderNo' | 'amountCents' | 'placedAt'> & { id: string | null; is_yours: boolean; is_leading: boolean }

const LIST = `
select a.bid_count, b.id, b.bidder_no, b.amount_cents, b.bidder_id = $4::uuid is true as is_yours,
  b.nth = a.bid_count as is_leading, ${isoUtc('b.placed_at')} as placed_at
from auction a left join lateral (
  select * from bid where bid.listing_id = a.listing_id and bid.round = a.round and bid.nth <= a.bid_count
  order by nth desc limit $2 offset $3
) b on true where a.listing_id = $1 order by b.nth desc`
