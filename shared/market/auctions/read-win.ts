import type { Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'
import type { RowOf } from '#shared/db/row-of.ts'

import { seenListing } from '../listings/find-listing.ts'
import { owesRefund, type SaleTerms, termsAt } from '../purchases/sale-terms.ts'
import type { Actor } from '../users/actor.ts'
import type { Auction } from './auction.entity.ts'
import { closeAuctions } from './close-auctions.ts'

/** What an auction is paid for: the terms at the winning bid, or at the price at which it is bought at once. */
export type Win = { terms: SaleTerms; bidId: string | null }

/**
 * Reads what an account has to pay for an auction: as its winner, or at once (`buyNow`) while nobody has bid. Throws as
 * reading the listing does, 409 `not_for_sale` for a listing that is no auction or is in review, 403 `own_listing`,
 * `not_the_winner`, and 409 `win_lapsed` for what is over or paid.
 */
export async function readWin(
  pg: PgPool,
  actor: Actor,
  { listingId, buyNow }: { listingId: string; buyNow: boolean },
): Promise<Win> {
  const row = await seenListing(pg, actor, listingId)
  if (row.owner_account_id === actor.accountId)
    throw new Refusal('own_listing', 'This listing is of your own account.', {
      fix: { action: 'Wait for its winner.' },
    })
  if (!row.is_shown || row.listing_type !== 'auction')
    throw new Refusal('not_for_sale', 'This listing is no auction on sale.', {
      fix: { action: 'Read purchase.rails of the listing.' },
    })
  await closeAuctions(pg, [row.id])
  // SQL: the winning bid comes with its auction.
  const { rows } = await pg.query<Row>({ name: 'auction-win-read', text: READ, values: [row.id] })
  const [auction] = rows
  if (buyNow) {
    if (auction?.state !== 'open' || auction.bid_count > 0 || auction.buy_now_cents === null) throw notForNow()
    if (row.seller_owes_refund === true) throw owesRefund()
    return { terms: termsAt(row, auction.buy_now_cents), bidId: null }
  }
  if (auction?.winner_id !== actor.userId || auction.amount_cents === null || auction.winning_bid_id === null)
    throw new Refusal('not_the_winner', 'This auction is not yours to pay.', {
      fix: { action: 'Read auction.state and auction.you_won of the listing.' },
    })
  if (auction.is_over) throw lapsed()
  return { terms: termsAt(row, auction.amount_cents), bidId: auction.winning_bid_id }
}

/** 409: the win cannot be paid any more. */
export const lapsed = (): Refusal =>
  new Refusal('win_lapsed', 'This win is paid, or the time to pay it is over.', {
    fix: { action: 'Read auction.pay_until and auction.is_paid of the listing.' },
  })

const notForNow = () =>
  new Refusal('win_lapsed', 'This auction cannot be bought at once: it has a bid, has no such price, or is not open.', {
    fix: { action: 'Read auction.buy_now_cents of the listing, or bid.' },
  })

type Row = RowOf<Auction, 'state' | 'bidCount' | 'buyNowCents' | 'winnerId' | 'winningBidId'> & {
  amount_cents: number | null
  is_over: boolean
}

const READ = `
select a.state, a.bid_count, a.buy_now_cents, a.winner_id, a.winning_bid_id, b.amount_cents,
  coalesce(a.paid_at is not null or a.paused_at is not null or a.pay_until <= clock_timestamp(), false) as is_over
from auction a left join bid b on b.id = a.winning_bid_id where a.listing_id = $1`
