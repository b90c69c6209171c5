import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import { readX402Listings, type X402Listing } from '#shared/market/listings/browse/x402-listings.ts'

import { type Refreshed, refreshEvery } from './refresh-every.ts'

const REFRESH_MS = 30_000

/** Listings that are bought by x402. */
export function x402ListingsCache(db: Pick<Db, 'lists'>, log: Log): Refreshed<readonly X402Listing[]> {
  const first: readonly X402Listing[] = []
  return refreshEvery(REFRESH_MS, { first, read: () => readX402Listings(db.lists), what: 'listings sold by x402', log })
}
