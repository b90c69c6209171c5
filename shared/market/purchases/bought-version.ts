import type { EntityManager } from '@mikro-orm/sql'

import type { ListingRow } from '../listings/listing-row.ts'
import type { Actor } from '../users/actor.ts'
import { LicenseHolder } from '../wraps/license-holder.entity.ts'
import { Purchase } from './purchase.entity.ts'

/** Purchases of one listing by one account that are looked at. */
const MOST = 50

/**
 * The listing as an actor may have it: the version that they bought last, or whose licence they hold with its token. Owners and everybody who
 * bought nothing see the current version; `isBought` tells them apart.
 */
export async function boughtVersion(
  em: EntityManager,
  actor: Actor,
  listing: ListingRow,
): Promise<{ listing: ListingRow; isBought: boolean }> {
  if (listing.owner_id === actor.userId) return { listing, isBought: false }
  const held = await em.find(
    LicenseHolder,
    { userId: actor.userId },
    { fields: ['purchaseId'], disableIdentityMap: true },
  )
  const theirs = held.map(({ purchaseId }) => purchaseId)
  const found = await em.find(
    Purchase,
    {
      listingId: listing.id,
      $or: [{ buyerId: actor.userId }, { id: { $in: theirs } }],
      status: { $in: ['paid', 'partially_refunded'] },
      deliveryStatus: { $in: ['delivered', 'confirmed'] },
    },
    { orderBy: { id: 'desc' }, limit: MOST, disableIdentityMap: true },
  )
  // Licences that moved away with their token are of others.
  const moved = new Set(
    (
      await em.find(LicenseHolder, { purchaseId: { $in: found.map(({ id }) => id) } }, { disableIdentityMap: true })
    ).flatMap(({ purchaseId, userId }) => (userId === actor.userId ? [] : [purchaseId])),
  )
  const bought = found.find(({ id }) => !moved.has(id))
  if (bought === undefined) return { listing, isBought: false }
  const { listingVersion: version, contentSha256 } = bought
  return { listing: { ...listing, version, content_sha256: contentSha256 ?? null }, isBought: true }
}
