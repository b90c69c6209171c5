import type { PoolClient } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import type { Actor } from '../users/actor.ts'
import { ownListing } from './find-listing.ts'
import { withdrawAuction } from '../auctions/withdraw-auction.ts'
import { emptyListing } from './purge-deleted.ts'

/**
 * Deletes the actor's listing inside the caller's transaction; nobody finds or buys it any more. Versions and content
 * stay for its buyers. They are deleted at once if it was never on sale, and later if nobody bought it
 * (purge-deleted.ts). The sweeper removes its pictures. Throws 404, 403, 410, and 409 for an auction with a bid.
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
  // The sweeper deletes files without a listing. Their bytes stop counting against the quota at once.
  await tx.query(`delete from listing_media where listing_id = $1`, [listing.id])
  if (listing.published_at === null) await emptyListing(tx, listing.id)
  return { id: listing.id, deletedAt: rows[0]?.deleted_at ?? '' }
}
