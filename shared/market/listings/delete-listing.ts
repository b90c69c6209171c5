import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'

import type { Actor } from '../users/actor.ts'
import { ownListing } from './find-listing.ts'
import { withdrawAuction } from '../auctions/withdraw-auction.ts'
import { ListingMedia } from '../media/listing-media.entity.ts'
import { Listing } from './listing.entity.ts'
import { emptyListing } from './purge-deleted.ts'

/**
 * Deletes the actor's listing inside the caller's transaction; nobody finds or buys it any more. Versions and content
 * stay for its buyers. They are deleted at once if it was never on sale, and later if nobody bought it
 * (purge-deleted.ts). The sweeper removes its pictures. Throws 404, 403, 410, and 409 for an auction with a bid.
 */
export async function deleteListing(
  em: EntityManager,
  actor: Actor,
  id: string,
): Promise<{ id: string; deletedAt: string }> {
  const listing = await ownListing(em, actor, id)
  if (listing.listingType === 'auction') await withdrawAuction(em, listing.id)
  const [gone] = await em
    .qb(Listing)
    .update({ deletedAt: now, updatedAt: now })
    .where({ id: listing.id })
    .returning('deletedAt')
    .execute('all')
  // The sweeper deletes files without a listing. Their bytes stop counting against the quota at once.
  await em.nativeDelete(ListingMedia, { listingId: listing.id })
  if (!listing.publishedAt) await emptyListing(em, listing.id)
  return { id: listing.id, deletedAt: gone?.deletedAt?.toISOString() ?? '' }
}
