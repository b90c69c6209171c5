import type { EntityManager } from '@mikro-orm/sql'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import { closeAuctions } from './close-auctions.ts'
import { lockAuction } from './lock-auction.ts'
import { boundByBids, isBound } from './set-auction.ts'

/**
 * Takes an auction off sale inside the caller's transaction, with its listing locked, before the listing is deleted or
 * becomes a draft. Throws 409 `conflict` while it has a binding bid, and when it was sold.
 */
export async function withdrawAuction(em: EntityManager, listingId: string): Promise<void> {
  await closeAuctions(connectionOf(em), [listingId])
  const { auction } = await lockAuction(em, listingId)
  if (auction === null) return
  if (isBound(auction)) throw boundByBids()
  em.assign(auction, { state: 'draft', closedAt: null, acceptUntil: null })
  await em.flush()
}

/**
 * Throws 409 `conflict` once an auction on sale has a bid: the terms that were bid on stay, also while the seller may
 * still accept a bid below the reserve. Call it inside the transaction that has the listing locked.
 */
export async function refuseBidOn(em: EntityManager, listingId: string): Promise<void> {
  const { auction } = await lockAuction(em, listingId)
  if (auction === null || ['draft', 'voided'].includes(auction.state) || auction.bidCount === 0) return
  throw new Refusal('conflict', 'Somebody bid for these terms; they stay as they are.', {
    fix: { action: 'Once the auction ended without a sale, take the listing back to a draft and change them there.' },
  })
}
