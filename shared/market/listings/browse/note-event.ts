import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { ListingEvent } from './listing-event.entity.ts'

/** Kinds of events in the public feed. Facts are public: they never hold a bidder's or buyer's name, or a reserve. */
export type ListingEventKind =
  | 'published'
  | 'price_changed'
  | 'new_version'
  | 'bid_placed'
  | 'auction_extended'
  | 'auction_ended'
  | 'sold'
  | 'reviewed'

/** Records an event of a listing for GET /api/listings/activity, inside the caller's transaction. */
export async function noteEvent(
  em: EntityManager,
  listingId: string,
  kind: ListingEventKind,
  facts: Record<string, string | number | boolean | null> = {},
): Promise<void> {
  await em.insert(ListingEvent, { id: uuidv7(), listingId, kind, facts })
}
