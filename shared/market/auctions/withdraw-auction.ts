import type { PoolClient } from 'pg'

import { Refusal } from '#shared/errors.ts'

import type { ListingRef } from '../listings/listing-extensions.ts'
import { closeAuctions } from './close-auctions.ts'
import { lockAuction } from './lock-auction.ts'
import { boundByBids, isBound } from './set-auction.ts'

/**
 * Takes an auction off sale inside the caller's transaction, with its listing locked, before the listing is deleted or
 * becomes a draft. Throws 409 `conflict` while it has a binding bid, and when it was sold.
 */
export async function withdrawAuction(tx: PoolClient, { id }: ListingRef): Promise<void> {
  await closeAuctions(tx, [id])
  const { auction } = await lockAuction(tx, id)
  if (isBound(auction)) throw boundByBids()
  await tx.query(`update auction set state = 'draft', closed_at = null, accept_until = null where listing_id = $1`, [
    id,
  ])
}

/**
 * Throws 409 `conflict` once an auction on sale has a bid: the terms that were bid on stay, also while the seller may
 * still accept a bid below the reserve. Call it inside the transaction that has the listing locked.
 */
export async function refuseBidOn(tx: PoolClient, { id }: ListingRef): Promise<void> {
  const { auction } = await lockAuction(tx, id)
  if (auction === undefined || ['draft', 'voided'].includes(auction.state) || auction.bid_count === 0) return
  throw new Refusal('conflict', 'Somebody bid for these terms; they stay as they are.', {
    fix: { action: 'Once the auction ended without a sale, take the listing back to a draft and change them there.' },
  })
}
