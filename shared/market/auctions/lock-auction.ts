import type { PoolClient } from 'pg'

import type { Terms } from './auction-terms.ts'

/** An auction as read for a change by its seller. Times are in milliseconds since 1970. */
export type LockedAuction = Terms & { state: string; bid_count: number; starts: number | null }

/**
 * Locks the auction of a listing that the transaction has already locked, then reads the database's clock (`moment`,
 * milliseconds since 1970). `auction` is undefined when the listing has none.
 */
export async function lockAuction(
  tx: PoolClient,
  listingId: string,
): Promise<{ auction: LockedAuction | undefined; moment: number }> {
  const { rows } = await tx.query<LockedAuction>(READ, [listingId])
  const clock = await tx.query<{ moment: number }>(`select ${ms('clock_timestamp()')} as moment`)
  return { auction: rows[0], moment: clock.rows[0]?.moment ?? 0 }
}

const ms = (expression: string) => `floor(extract(epoch from ${expression}) * 1000)::float8`

const READ = `
select state, bid_count, start_price_cents, reserve_cents, buy_now_cents, duration_hours,
  ${ms('wanted_start_at')} as wanted_start, ${ms('wanted_end_at')} as wanted_end, ${ms('starts_at')} as starts
from auction where listing_id = $1 for update`
