import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'

import { openAuction } from '../auctions/open-auction.ts'
import { noteEvent } from './browse/note-event.ts'
import type { Listing } from './listing.entity.ts'

/**
 * Puts a draft on sale inside the caller's transaction. The time of the first publishing stays, so that no listing is
 * the newest twice.
 */
export async function publish(em: EntityManager, listing: Listing): Promise<void> {
  const isFirst = !listing.publishedAt
  em.assign(listing, { status: 'live', updatedAt: now, ...(isFirst ? { publishedAt: now } : {}) })
  await em.flush()
  if (listing.listingType === 'auction') await openAuction(em, listing)
  if (isFirst) await noteEvent(em, listing.id, 'published', { price_cents: listing.priceCents })
}
