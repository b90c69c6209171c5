import type { Db } from '#shared/db/open-db.ts'
import type { Endpoint, SellersDoor } from '#shared/doors/sellers.ts'
import { cacheBehind } from '#shared/lib/concurrency/cache-for.ts'
import { digestOf } from '#shared/lib/crypto/digest.ts'
import { readOffer } from '#shared/market/endpoints/read-offer.ts'
import { readSoldBySellers } from '#shared/market/endpoints/sold-by-sellers.ts'

const AGE = { freshMs: 15_000, oldestMs: 60_000 }

/** What outcomes know of endpoints of sellers. */
export function sellersDoor({ pg, lists }: Pick<Db, 'pg' | 'lists'>, baseUrl: string): SellersDoor {
  let last: { digest: string; endpoints: readonly Endpoint[] } = { digest: '', endpoints: [] }
  return {
    endpoints: cacheBehind(AGE, async () => {
      const endpoints = await readSoldBySellers(lists, baseUrl)
      const digest = digestOf(endpoints)
      // What is made of the endpoints is kept as long as the array is.
      if (digest !== last.digest) last = { digest, endpoints }
      return last.endpoints
    }),
    isOnSale: async (slug) => (await readOffer(pg, slug))?.state === 'live',
  }
}
