import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'

import type { Listing } from '../listings/listing.entity.ts'
import { clockOf } from './auction-terms.ts'
import { boundByBids } from './set-auction.ts'
import { lockAuction } from './lock-auction.ts'

/**
 * Opens an auction inside the caller's transaction, with its listing locked: sets its clock and begins a round without
 * bids. The sweeper plans its closing. Throws 409 when it is open or sold already, or when its end has passed.
 */
export async function openAuction(em: EntityManager, listing: Listing): Promise<void> {
  const { auction, moment } = await lockAuction(em, listing.id)
  if (auction === null) throw new Error('an auction was published that has no terms')
  if (auction.state === 'sold' || auction.state === 'open') throw boundByBids()
  const clock = clockOf(auction, moment)
  if (clock.endsAt <= clock.startsAt) {
    throw new Refusal('conflict', 'The end of this auction has passed already.', {
      fix: { action: 'Change auction.ends_at, or say auction.duration_hours, and publish again.' },
    })
  }
  em.assign(auction, {
    state: 'open',
    ...clock,
    round: auction.round + 1,
    bidCount: 0,
    bidderCount: 0,
    currentBidCents: null,
    currentBidId: null,
    leaderId: null,
    extendedCount: 0,
    closedAt: null,
    acceptUntil: null,
    reminders: 0,
    isSecondChance: false,
  })
  listing.priceCents = auction.startPriceCents
  await em.flush()
}
