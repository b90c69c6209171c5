import type { Pool as PgPool } from 'pg'

import type { Actor } from '../users/actor.ts'
import { readRow, seenListing } from '../listings/find-listing.ts'
import type { ListingRow } from '../listings/listing-row.ts'

/**
 * Finds the listing of a path id for reading its bids: as everybody sees it, and for its bidders also while it is
 * hidden for review, so that they learn what became of their bid. Throws 404 and 410 as `seenListing` does.
 */
export async function findBiddersListing(pg: PgPool, actor: Actor | null, id: string): Promise<ListingRow> {
  const row = actor === null ? null : await readRow(pg, id)
  if (row?.is_hidden === true && !row.is_deleted && (await hasBid(pg, row.id, actor?.userId))) return row
  return seenListing(pg, actor, id)
}

async function hasBid(pg: PgPool, listingId: string, bidderId: string | undefined): Promise<boolean> {
  const { rowCount } = await pg.query(`select from bid where listing_id = $1 and bidder_id = $2 limit 1`, [
    listingId,
    bidderId,
  ])
  return rowCount === 1
}
