import type { PoolClient } from 'pg'

import { noteEvent } from '../listings/browse/note-event.ts'

/**
 * Voids an auction inside the caller's transaction, with its listing locked: no bid is binding any more. Applies to an
 * open auction, and to one below its reserve whose seller could still accept the top bid when it was paused. Any other
 * auction stays as it is.
 */
export async function voidAuction(tx: PoolClient, listingId: string): Promise<void> {
  const { rows } = await tx.query<{ bid_count: number; final_bid_cents: number | null }>(VOID, [listingId])
  const [voided] = rows
  if (voided !== undefined) await noteEvent(tx, listingId, 'auction_ended', { ending: 'voided', ...voided })
}

const VOID = `
update auction set state = 'voided', closed_at = clock_timestamp(), accept_until = null
where listing_id = $1 and (state = 'open' or (state = 'reserve_not_met' and accept_until > paused_at))
returning bid_count, current_bid_cents as final_bid_cents`
