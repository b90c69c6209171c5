import type { ClientBase, Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'
import type { RowOf } from '#shared/db/row-of.ts'

import type { AuctionView } from '../listings/listing-extensions.ts'
import type { Auction } from './auction.entity.ts'
import { publicId } from '../public-id.ts'
import { closeAuctions } from './close-auctions.ts'

/**
 * Reads the auctions of a page of listings, by listing id, as everybody sees them. Auctions that are over are closed
 * first, so that they end on time even when no sweeper runs. The reserve is never shown, only whether it is met.
 * `viewerId` is the user who asks: a winner is told so, and where to pay.
 */
export async function auctionsOf(
  sql: ClientBase | PgPool,
  listingIds: readonly string[],
  viewerId: string | null = null,
): Promise<Map<string, AuctionView>> {
  let rows = await read(sql, listingIds)
  const due = rows.filter(({ is_due }) => is_due).map(({ listing_id }) => listing_id)
  if (due.length > 0) {
    await closeAuctions(sql, due)
    rows = await read(sql, listingIds)
  }
  return new Map(
    rows.map((row) => {
      const { listing_id, is_due: _, winner_id: winnerId, ...view } = row
      const hasWon = winnerId !== null && winnerId === viewerId
      return [listing_id, { ...view, you_won: hasWon, pay: hasWon && !view.is_paid ? payUrls(listing_id) : null }]
    }),
  )
}

function payUrls(listingId: string): AuctionView['pay'] {
  const win = `auction-win/${publicId('lst', listingId)}/intent`
  return { solana_intent_url: `/api/purchases/solana/${win}`, card_intent_url: `/api/purchases/${win}` }
}

type Row = RowOf<
  Auction,
  | 'listingId'
  | 'startsAt'
  | 'endsAt'
  | 'startPriceCents'
  | 'currentBidCents'
  | 'bidCount'
  | 'buyNowCents'
  | 'extendedCount'
  | 'acceptUntil'
  | 'payUntil'
  | 'winnerId'
> &
  Pick<AuctionView, 'reserve_met' | 'minimum_next_bid_cents' | 'state' | 'is_paid'> & { is_due: boolean }

async function read(sql: ClientBase | PgPool, listingIds: readonly string[]): Promise<Row[]> {
  // SQL: every page of listings asks for it; states are told by the database's clock, with one prepared plan.
  const { rows } = await sql.query<Row>({ name: 'auctions-read', text: READ, values: [listingIds] })
  return rows
}

const STARTS = `case when state = 'draft' then wanted_start_at else starts_at end`
const ENDS = `case when state = 'draft' then wanted_end_at else ends_at end`
const READ = `
select listing_id, ${isoUtc(STARTS)} as starts_at, ${isoUtc(ENDS)} as ends_at, start_price_cents,
  case when reserve_cents is not null then coalesce(current_bid_cents >= reserve_cents, false) end as reserve_met,
  current_bid_cents, bid_count, next_bid_cents(start_price_cents, current_bid_cents) as minimum_next_bid_cents,
  case when bid_count = 0 then buy_now_cents end as buy_now_cents, extended_count,
  case when state <> 'open' then state when paused_at is not null then 'paused' when starts_at > clock_timestamp() then 'scheduled'
    when ends_at <= clock_timestamp() then 'ended' else 'open' end as state,
  case when state = 'reserve_not_met' and accept_until > clock_timestamp() then ${isoUtc('accept_until')} end as accept_until,
  ${isoUtc('pay_until')} as pay_until, paid_at is not null as is_paid, winner_id,
  state = 'open' and paused_at is null and ends_at <= clock_timestamp() as is_due
from auction where listing_id = any($1::uuid[])`
