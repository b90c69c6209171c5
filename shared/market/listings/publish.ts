import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'

import { openAuction } from '../auctions/open-auction.ts'
import { noteEvent } from './browse/note-event.ts'
import type { Listing } from './listing.entity.ts'

/**
 * Puts a draft on sale inside the caller's transaction. Throws 409 `nothing_to_deliver`. The time of the first publishing stays, so that no listing is
 * the newest twice.
 */
export async function publish(em: EntityManager, listing: Listing): Promise<void> {
  refuseUndeliverable(listing)
  const isFirst = !listing.publishedAt
  em.assign(listing, { status: 'live', updatedAt: now, ...(isFirst ? { publishedAt: now } : {}) })
  await em.flush()
  if (listing.listingType === 'auction') await openAuction(em, listing)
  if (isFirst) await noteEvent(em, listing.id, 'published', { price_cents: listing.priceCents })
}

/**
 * Throws 409 `nothing_to_deliver` for a fixed and positive price without content or a delivery URL: its buyers would pay
 * for nothing. What an auction sells may be delivered by its seller afterwards.
 */
export function refuseUndeliverable({ listingType, priceCents, contentSha256, deliveryUrl }: Listing): void {
  if (listingType === 'auction' || priceCents === 0 || contentSha256 || deliveryUrl) return
  throw new Refusal('nothing_to_deliver', 'This listing has a price and nothing to deliver; nothing was changed.', {
    fix: { action: 'Send content or delivery_url, or save content, and publish it then.' },
  })
}
