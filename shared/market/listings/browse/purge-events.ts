import type { Pool as PgPool } from 'pg'

import { removeRows } from '#shared/db/remove-rows.ts'

/**
 * Removes what the public feed tells that is older than so many days; the listings, bids and versions themselves stay.
 * Events are numbered by their time (UUIDv7), so the oldest are found by their key. Safe when several run at once.
 */
export function purgeListingEvents(pg: PgPool, days: number): Promise<void> {
  const old = `now() - make_interval(days => ${days})`
  const firstKept = `(lpad(to_hex((extract(epoch from ${old}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
  return removeRows(pg, 'listing_event', `id < ${firstKept} and at < ${old}`)
}
