import type { EntityManager } from '@mikro-orm/sql'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import type { AuctionChanges } from '../listings/listing-extensions.ts'
import { Auction } from './auction.entity.ts'
import { clockOf, mergeTerms, refuseNonsense } from './auction-terms.ts'
import { closeAuctions } from './close-auctions.ts'
import { lockAuction } from './lock-auction.ts'

/**
 * Stores or changes the terms of an auction inside the caller's transaction, with its listing locked. Returns the start
 * price in cents. On a live auction without bids, its start and end change too. Throws 422 for inconsistent terms and
 * 409 `conflict` once there is a bid.
 */
export async function setAuction(
  em: EntityManager,
  listingId: string,
  sent: AuctionChanges,
  isNew: boolean,
): Promise<number> {
  await closeAuctions(connectionOf(em), [listingId])
  const { auction: old, moment } = await lockAuction(em, listingId)
  if (isBound(old)) throw boundByBids()
  const terms = mergeTerms(isNew ? null : old, sent)
  const startedAt = old?.state === 'open' ? (old.startsAt?.getTime() ?? null) : null
  refuseNonsense(terms, moment, startedAt)
  if (old === null) em.create(Auction, { listingId, ...terms })
  else em.assign(old, terms)
  if (old?.state === 'open') em.assign(old, clockOf(terms, moment, startedAt))
  await em.flush()
  return terms.startPriceCents
}

/** Whether an auction has a binding bid or was sold. */
export const isBound = (auction: Auction | null): boolean =>
  auction?.state === 'sold' || (auction?.state === 'open' && auction.bidCount > 0)

/** 409 for changing an auction that has a binding bid or was sold. */
export const boundByBids = () =>
  new Refusal('conflict', 'Somebody has a bid on this auction; it stays as it is.', {
    fix: { action: 'Wait until the auction has ended.' },
  })
