import type { Pool as PgPool } from 'pg'

import { removeRows } from '#shared/db/remove-rows.ts'

/** Days the public feed of what happened to listings goes back. */
const LISTING_EVENT_DAYS = 90

/**
 * Removes events of the public feed that are older than `days` days; listings, bids and versions stay. Event ids are
 * ordered by time (UUIDv7), so old ones are found by primary key. Safe to run concurrently.
 */
export function purgeListingEvents(pg: PgPool, days = LISTING_EVENT_DAYS): Promise<void> {
  const old = `now() - make_interval(days => ${days})`
  const firstKept = `(lpad(to_hex((extract(epoch from ${old}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
  return removeRows(pg, 'listing_event', `id < ${firstKept} and at < ${old}`)
}
