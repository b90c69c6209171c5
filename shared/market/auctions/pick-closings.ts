import type { EntityManager } from '@mikro-orm/sql'
import type { Pool as PgPool } from 'pg'

import type { RowOf } from '#shared/db/row-of.ts'

import { Auction } from './auction.entity.ts'

/**
 * An auction that ends soon, to be closed by a job after `inMs` milliseconds. `turn` stands for its current end, so it
 * changes with each extension.
 */
export type Closing = { listingId: string; inMs: number; turn: string }

/**
 * Picks open auctions that end within an hour and have no closing job planned for their current end. Marks them as
 * planned; the caller enqueues the jobs. Safe to run in several sweepers at once.
 */
export async function pickClosings(pg: PgPool, limit = 200): Promise<Closing[]> {
  // SQL: picks and marks in one statement that skips what another sweeper has locked.
  const { rows } = await pg.query<RowOf<Auction, 'listingId'> & { in_ms: number; turn: string }>({
    name: 'auctions-plan',
    text: PICK,
    values: [limit],
  })
  return rows.map(({ listing_id, in_ms, turn }) => ({ listingId: listing_id, inMs: Math.max(0, in_ms), turn }))
}

/** Removes the mark of an auction whose closing job could not be enqueued, so that it is planned again. */
export async function unplanClosing(em: EntityManager, listingId: string): Promise<void> {
  await em.nativeUpdate(Auction, { listingId, state: 'open' }, { plannedFor: null })
}

const PICK = `
with soon as materialized (
  select listing_id from auction
  where state = 'open' and paused_at is null and ends_at < now() + interval '1 hour' and planned_for is distinct from ends_at
  order by ends_at limit $1 for update skip locked
)
update auction a set planned_for = a.ends_at from soon where a.listing_id = soon.listing_id
returning a.listing_id, ceil(extract(epoch from a.ends_at - clock_timestamp()) * 1000)::float8 as in_ms,
  round(extract(epoch from a.ends_at) * 1000)::text as turn`
