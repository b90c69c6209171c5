import type { EntityManager } from '@mikro-orm/sql'

import type { Listing } from '../listing.entity.ts'
import { ListingVersion } from './listing-version.entity.ts'

/**
 * Writes the current terms and content of a locked listing as its next version and returns its number. Versions are
 * never changed, so a purchase keeps what was on sale when it was made.
 */
export async function addVersion(
  em: EntityManager,
  listing: Listing,
  changed: string[],
  note: string | null = null,
): Promise<number> {
  listing.version += 1
  await keepVersion(em, listing, changed, note)
  return listing.version
}

/** Writes the terms and content of a listing under its current version number. */
export async function keepVersion(
  em: EntityManager,
  { id: listingId, version, priceCents, royaltyBps, licenseId, contentSha256 = null }: Listing,
  changed: string[],
  note: string | null = null,
): Promise<void> {
  em.create(ListingVersion, { listingId, version, changed, priceCents, royaltyBps, licenseId, contentSha256, note })
  await em.flush()
}
