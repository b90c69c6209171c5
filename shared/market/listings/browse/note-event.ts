import type { ClientBase, Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

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
  sql: ClientBase | PgPool,
  listingId: string,
  kind: ListingEventKind,
  facts: Record<string, string | number | boolean | null> = {},
): Promise<void> {
  await sql.query({
    name: 'listing-event',
    text: `insert into listing_event (id, listing_id, kind, facts) values ($1, $2, $3, $4)`,
    values: [uuidv7(), listingId, kind, JSON.stringify(facts)],
  })
}
