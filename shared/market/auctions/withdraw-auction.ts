import type { PoolClient } from 'pg'

import type { ListingRef } from '../listings/listing-parts.ts'
import { closeAuctions } from './close-auctions.ts'
import { lockAuction } from './lock-auction.ts'
import { boundByBids } from './set-auction.ts'

/**
 * Takes an auction off sale inside the caller's transaction that has the listing locked, before the listing is deleted or
 * becomes a draft. Throws 409 `conflict` while somebody has a bid on it, and when it was sold.
 */
export async function withdrawAuction(tx: PoolClient, { id }: ListingRef): Promise<void> {
  await closeAuctions(tx, [id])
  const { auction } = await lockAuction(tx, id)
  if (auction === undefined) return
  if (auction.state === 'sold' || (auction.state === 'open' && auction.bid_count > 0)) throw boundByBids()
  await tx.query(`update auction set state = 'draft', closed_at = null, accept_until = null where listing_id = $1`, [
    id,
  ])
}
