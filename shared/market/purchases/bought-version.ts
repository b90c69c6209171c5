import type { EntityManager } from '@mikro-orm/sql'

import type { ListingRow } from '../listings/listing-row.ts'
import type { Actor } from '../users/actor.ts'
import { Purchase } from './purchase.entity.ts'

/**
 * The listing as an actor may have it: the version that they bought last, if they bought one. Owners and everybody who
 * bought nothing see the current version; `isBought` tells them apart.
 */
export async function boughtVersion(
  em: EntityManager,
  actor: Actor,
  listing: ListingRow,
): Promise<{ listing: ListingRow; isBought: boolean }> {
  if (listing.owner_id === actor.userId) return { listing, isBought: false }
  const bought = await em.findOne(
    Purchase,
    {
      listingId: listing.id,
      buyerId: actor.userId,
      status: { $in: ['paid', 'partially_refunded'] },
      deliveryStatus: { $in: ['delivered', 'confirmed'] },
    },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  )
  if (bought === null) return { listing, isBought: false }
  const { listingVersion: version, contentSha256 } = bought
  return { listing: { ...listing, version, content_sha256: contentSha256 ?? null }, isBought: true }
}
