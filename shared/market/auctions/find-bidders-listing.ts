import type { Db } from '#shared/db/open-db.ts'

import type { Actor } from '../users/actor.ts'
import { readRow, seenListing } from '../listings/find-listing.ts'
import type { ListingRow } from '../listings/listing-row.ts'
import { Bid } from './bid.entity.ts'

/**
 * Finds the listing of a path id for reading its bids: as everybody sees it, and for its bidders also while it is
 * hidden for review, so that they learn what became of their bid. Throws 404 and 410 as `seenListing` does.
 */
export async function findBiddersListing(
  db: Pick<Db, 'pg' | 'em'>,
  actor: Actor | null,
  id: string,
): Promise<ListingRow> {
  const row = actor === null ? null : await readRow(db.pg, id)
  if (actor !== null && row?.is_hidden === true && !row.is_deleted) {
    const em = await db.em()
    const bid = await em.findOne(Bid, { listingId: row.id, bidderId: actor.userId }, { fields: ['id'] })
    if (bid !== null) return row
  }
  return seenListing(db.pg, actor, id)
}
