import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import { readX402Endpoints, type X402Endpoint } from '#shared/market/endpoints/x402-endpoints.ts'
import { readX402Listings, type X402Listing } from '#shared/market/listings/browse/x402-listings.ts'

import { type Refreshed, refreshEvery } from './refresh-every.ts'

const REFRESH_MS = 30_000

/** What sellers sell by x402: listings, and endpoints that are paid per call. */
export type X402Sales = { listings: readonly X402Listing[]; endpoints: readonly X402Endpoint[] }

/** What sellers sell by x402, at most half a minute old. */
export function x402SalesCache({ replica, lists }: Pick<Db, 'replica' | 'lists'>, log: Log): Refreshed<X402Sales> {
  const first: X402Sales = { listings: [], endpoints: [] }
  const read = async () => {
    const from = replica ?? lists
    const [listings, endpoints] = await Promise.all([readX402Listings(from), readX402Endpoints(from)])
    return { listings, endpoints }
  }
  return refreshEvery(REFRESH_MS, { first, read, what: 'what sellers sell by x402', log })
}
