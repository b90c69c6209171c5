import type { PoolClient } from 'pg'

import { Refusal } from '#shared/errors.ts'

import type { ListingRef } from '../listings/listing-extensions.ts'
import { MOST_EXTENSION_HOURS } from './auction.rules.ts'
import { clockOf } from './auction-terms.ts'
import { boundByBids } from './set-auction.ts'
import { lockAuction } from './lock-auction.ts'

/**
 * Opens an auction inside the caller's transaction, with its listing locked: sets its clock and begins a round without
 * bids. The sweeper plans its closing. Throws 409 when it is open or sold already, or when its end has passed.
 */
export async function openAuction(tx: PoolClient, { id }: ListingRef): Promise<void> {
  const { auction, moment } = await lockAuction(tx, id)
  if (auction === undefined) throw new Error('an auction was published that has no terms')
  if (auction.state === 'sold' || auction.state === 'open') throw boundByBids()
  const { startsAt, endsAt } = clockOf(auction, moment)
  if (endsAt <= startsAt) {
    throw new Refusal('conflict', 'The end of this auction has passed already.', {
      fix: { action: 'Change auction.ends_at, or say auction.duration_hours, and publish again.' },
    })
  }
  await tx.query(OPEN, [id, startsAt, endsAt])
  await tx.query(`update listing set price_cents = $2 where id = $1`, [id, auction.start_price_cents])
}

const OPEN = `
update auction set state = 'open', starts_at = to_timestamp($2::float8 / 1000), ends_at = to_timestamp($3::float8 / 1000),
  latest_end_at = to_timestamp($3::float8 / 1000) + interval '${MOST_EXTENSION_HOURS} hours', round = round + 1, bid_count = 0, bidder_count = 0,
  current_bid_cents = null, current_bid_id = null, leader_id = null, extended_count = 0, planned_for = null,
  closed_at = null, accept_until = null
where listing_id = $1`
