import type { PoolClient } from 'pg'

import { openAuction } from '../auctions/open-auction.ts'
import type { ListingRef } from './listing-extensions.ts'
import { noteEvent } from './browse/note-event.ts'

/**
 * Puts a draft on sale inside the caller's transaction. The time of the first publishing stays, so that no listing is
 * the newest twice.
 */
export async function publish(tx: PoolClient, listing: ListingRef, type: 'fixed' | 'auction'): Promise<void> {
  const { rows } = await tx.query<{ price_cents: number; is_first: boolean }>(
    `update listing set status = 'live', published_at = coalesce(published_at, now()), updated_at = now() where id = $1
     returning price_cents, published_at = now() as is_first`,
    [listing.id],
  )
  if (type === 'auction') await openAuction(tx, { ...listing, status: 'live' })
  const [row] = rows
  if (row?.is_first === true) await noteEvent(tx, listing.id, 'published', { price_cents: row.price_cents })
}
