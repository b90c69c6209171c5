import type { ClientBase, Pool as PgPool } from 'pg'

import type { Actor } from '../../users/actor.ts'
import { auctionsOf } from '../../auctions/read-auctions.ts'
import { picturesOf } from '../../media/pictures-of.ts'
import type { ListingRow } from '../listing-row.ts'
import { listingView } from '../listing.view.ts'

/** Builds the views of listings. Auctions and pictures are read once for all rows. */
export async function viewListings(
  sql: ClientBase | PgPool,
  rows: readonly ListingRow[],
  {
    baseUrl,
    actor,
    hasCards,
    isWhole = false,
  }: { baseUrl: string; actor: Actor | null; hasCards: boolean; isWhole?: boolean },
) {
  const auctionIds = rows.filter(({ listing_type }) => listing_type === 'auction').map(({ id }) => id)
  const auctions = auctionIds.length === 0 ? null : await auctionsOf(sql, auctionIds, actor?.userId)
  const ids = rows.map(({ id }) => id)
  const pictures = ids.length === 0 ? null : await picturesOf(sql, ids)
  return rows.map((row) =>
    listingView(row, {
      baseUrl,
      actor,
      isWhole,
      hasCards,
      auction: auctions?.get(row.id) ?? null,
      pictures: pictures?.get(row.id) ?? null,
    }),
  )
}
