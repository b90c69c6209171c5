import type { Pool as PgPool } from 'pg'

const AT_ONCE = 5_000
const ROUNDS = 20

/**
 * Removes what the public feed tells that is older than so many days; the listings, bids and versions themselves stay.
 * Events are numbered by their time (UUIDv7), so the oldest are found by their key. Safe when several run at once.
 */
export async function purgeListingEvents(pg: PgPool, days: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { rowCount } = await pg.query({ name: 'listing-events-purge', text: PURGE, values: [days] })
    if ((rowCount ?? 0) < AT_ONCE) return
  }
}

const OLD = `now() - make_interval(days => $1)`
const PURGE = `
delete from listing_event where id in (
  select id from listing_event
  where id < (lpad(to_hex((extract(epoch from ${OLD}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid and at < ${OLD}
  order by id limit ${AT_ONCE} for update skip locked)`
