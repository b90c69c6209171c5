import { type ClientBase, DatabaseError, type Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { isRefusalCode, Refusal } from '#shared/errors.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { RowOf } from '#shared/db/row-of.ts'

import { owesRefund } from '../purchases/sale-terms.ts'
import { notFound } from '../users/require-owner.ts'
import type { Bid } from './bid.entity.ts'

/** Rails on which wins can be paid here. */
export type OpenRails = { onSolana: boolean; byCard: boolean }

type SentBid = {
  listingId: string
  bidderId: string
  cents: number
  /** The prepaid key on which the bid is held if its account has strikes. */
  key: { id: string; hmac: Buffer } | null
  rails: OpenRails
}

/** An accepted bid. `nextCents` is the minimum of the next one. */
export type PlacedBid = { id: string; bidderNo: number; placedAt: string; nextCents: number }

/**
 * Places a binding bid in whole cents. One SQL statement decides by the database's clock, with the listing and its
 * auction locked: of concurrent bids the first one is accepted, and the others are checked against its amount. Throws
 * 404 when the listing is not on auction, 403 for an account's own listing, 409 `auction_not_open`, `auction_ended`,
 * `no_payment_rail`, `seller_owes_refund`, or `bid_too_low` with `minimum_next_bid_cents`, and 402 when an account with
 * strikes sends no prepaid key that holds the bid.
 */
export async function placeBid(
  sql: ClientBase | PgPool,
  { listingId, bidderId, cents, key, rails }: SentBid,
): Promise<PlacedBid> {
  const id = uuidv7()
  const sent = [listingId, bidderId, cents, id, uuidv7(), uuidv7(), key?.id ?? null, key?.hmac ?? null]
  const place = { name: 'bid-place', text: PLACE, values: [...sent, rails.onSolana, rails.byCard] }
  // SQL: one call of a database function decides among concurrent bids, with its locks held as shortly as can be.
  const placed = sql.query<Row>(place)
  const { rows } = await placed.catch((error: unknown) => {
    throw notHeld(error)
  })
  const [row] = rows
  const least = row?.least_cents ?? 0
  switch (row?.outcome) {
    case 'placed':
      return { id, bidderNo: row.bidder_no, placedAt: row.placed_at, nextCents: least }
    case 'own':
      throw new Refusal('forbidden', 'This is your own listing; nobody bids on their own.', {
        fix: { action: 'Bid on a listing of somebody else.' },
      })
    case 'not_open':
      throw new Refusal('auction_not_open', 'Bidding has not opened yet.', {
        fix: { action: 'Read auction.starts_at of the listing and bid then.' },
        extra: { minimum_next_bid_cents: least },
      })
    case 'ended':
      throw new Refusal('auction_ended', 'This auction has ended.', { fix: { action: 'Browse for another one.' } })
    case 'too_low':
      throw new Refusal('bid_too_low', `A bid has to be ${least} cents at least by now.`, {
        fix: { action: 'Bid minimum_next_bid_cents or more.', body: { amount_cents: least } },
        extra: { minimum_next_bid_cents: least },
      })
    case 'no_rail':
      throw new Refusal('no_payment_rail', 'Nobody could pay this bid: its seller has no rail that is open here.', {
        fix: { action: 'Bid on another auction; the seller can prove a Solana wallet.' },
      })
    case 'seller_owes_refund':
      throw owesRefund()
    default:
      throw notFound('auction')
  }
}

type Row = RowOf<Bid, 'bidderNo' | 'placedAt'> & {
  outcome: 'placed' | 'own' | 'not_open' | 'ended' | 'too_low' | 'no_rail' | 'seller_owes_refund' | 'not_there'
  least_cents: number | null
}

/** The refusal of a bid that the key does not hold; any other error as it is. */
function notHeld(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.constraint !== 'bid_not_held') return error
  const how = {
    fix: { action: 'Send a prepaid key with enough left as X-Service-Key; the bid is held on it while it leads.' },
  }
  if (isRefusalCode(error.message)) {
    return new Refusal(error.message, `This key does not hold the bid: ${error.message.replaceAll('_', ' ')}.`, how)
  }
  return new Refusal(
    'bid_deposit_required',
    'Your account won auctions and did not pay: its bids are held on a prepaid key while they lead.',
    how,
  )
}

const PLACE = `
select outcome, least_cents, bidder_no, ${isoUtc('placed_at')} as placed_at from place_bid($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
