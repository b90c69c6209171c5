import type { ClientBase, Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import type { RowOf } from '#shared/db/row-of.ts'

import type { Auction } from './auction.entity.ts'

/**
 * Closes the given auctions that are over by the database's clock: sold to the highest bid that reaches the reserve,
 * with the runner-up as second chance, or not sold. Each auction ends once, however often this is called. Returns the
 * ids that this call ended. An auction that is being changed right now is left to the next call; one whose listing is
 * hidden for review is not over.
 */
export async function closeAuctions(sql: ClientBase | PgPool, listingIds: readonly string[]): Promise<string[]> {
  if (listingIds.length === 0) return []
  // SQL: one call of a database function decides each ending by the database's clock.
  const { rows } = await sql.query<{ id: string }>({
    name: 'auctions-close',
    text: CLOSE,
    values: [listingIds, listingIds.map(() => uuidv7())],
  })
  return rows.map(({ id }) => id)
}

/** Returns the listing ids of open auctions that are over, oldest end first. */
export async function pickDueAuctions(pg: PgPool, limit = 100): Promise<string[]> {
  // SQL: the sweeper asks every second, by the database's clock, with one prepared plan.
  const { rows } = await pg.query<RowOf<Auction, 'listingId'>>({ name: 'auctions-due', text: DUE, values: [limit] })
  return rows.map(({ listing_id }) => listing_id)
}

const CLOSE = `
select id from (select id, close_auction(id, event) as ending from unnest($1::uuid[], $2::uuid[]) as t (id, event)) as asked
where ending is not null`

const DUE = `
select listing_id from auction where state = 'open' and paused_at is null and ends_at <= clock_timestamp() order by ends_at limit $1`
