import type { PoolClient } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import type { Actor } from '../users/actor.ts'
import { ownListing } from './find-listing.ts'
import { withdrawAuction } from '../auctions/withdraw-auction.ts'
import { emptyListing } from './purge-deleted.ts'

/**
 * Deletes a listing of the actor's inside the caller's transaction. Nobody finds or buys it any more. Versions and content
 * stay for those who bought it; of one that was never on sale they are deleted too, and of one that nobody bought later
 * (purge-deleted.ts). Its pictures are swept away. Throws 404, 403, 410, and 409 for an auction somebody bid on.
 */
export async function deleteListing(
  tx: PoolClient,
  actor: Actor,
  id: string,
): Promise<{ id: string; deletedAt: string }> {
  const listing = await ownListing(tx, actor, id)
  const ref = { id: listing.id, ownerId: listing.owner_id, status: listing.status }
  if (listing.listing_type === 'auction') await withdrawAuction(tx, ref)
  const { rows } = await tx.query<{ deleted_at: string }>(
    `update listing set deleted_at = now(), updated_at = now() where id = $1 returning ${isoUtc('deleted_at')} as deleted_at`,
    [listing.id],
  )
  // Without a listing the files are swept away; their room is free at once.
  await tx.query(`delete from listing_media where listing_id = $1`, [listing.id])
  if (listing.published_at === null) await emptyListing(tx, listing.id)
  return { id: listing.id, deletedAt: rows[0]?.deleted_at ?? '' }
}
