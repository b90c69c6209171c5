import type { EntityManager } from '@mikro-orm/sql'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import type { Actor } from '../users/actor.ts'
import { ownListing } from '../listings/find-listing.ts'
import { DECISION_HOURS } from './auction.rules.ts'
import { closeAuctions } from './close-auctions.ts'

/**
 * Sells to the top bid of an auction that ended below its reserve, at most 48 hours after its end, inside the caller's
 * transaction. Returns the listing's UUID. Throws 404, 403 or 410 for the listing, and 409 `conflict` when the auction
 * did not end that way, is under review, or was accepted before.
 */
export async function acceptTopBid(em: EntityManager, actor: Actor, listingId: string): Promise<string> {
  const listing = await ownListing(em, actor, listingId)
  const tx = connectionOf(em)
  await closeAuctions(tx, [listing.id])
  // SQL: one statement decides by the database's clock whether the top bid still stands, and makes it the winner.
  const { rowCount } = await tx.query(ACCEPT, [listing.id])
  if (rowCount === 1) return listing.id
  throw new Refusal(
    'conflict',
    `There is no bid to accept: the auction did not end below its reserve in the last ${DECISION_HOURS} hours, or is under review.`,
    {
      fix: { action: 'Read auction.state of the listing.' },
    },
  )
}

const ACCEPT = `
update auction set state = 'sold', winner_id = leader_id, winning_bid_id = current_bid_id,
  pay_until = clock_timestamp() + interval '${DECISION_HOURS} hours', accept_until = null, reminders = 0
where listing_id = $1 and state = 'reserve_not_met' and paused_at is null and accept_until > clock_timestamp()`
