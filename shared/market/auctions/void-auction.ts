import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'

import { noteEvent } from '../listings/browse/note-event.ts'
import { lockAuction } from './lock-auction.ts'

/**
 * Voids an auction inside the caller's transaction, with its listing locked: no bid is binding any more. Applies to an
 * open auction, and to one below its reserve whose seller could still accept the top bid when it was paused. Any other
 * auction stays as it is.
 */
export async function voidAuction(em: EntityManager, listingId: string): Promise<void> {
  const { auction } = await lockAuction(em, listingId)
  if (auction === null) return
  const { state, acceptUntil, pausedAt } = auction
  const isWaiting = state === 'reserve_not_met' && acceptUntil && pausedAt && acceptUntil > pausedAt
  if (state !== 'open' && !isWaiting) return
  em.assign(auction, { state: 'voided', closedAt: fragment`clock_timestamp()`, acceptUntil: null })
  await em.flush()
  const { bidCount: bid_count, currentBidCents: final_bid_cents = null } = auction
  await noteEvent(em, listingId, 'auction_ended', { ending: 'voided', bid_count, final_bid_cents })
}
