import type { Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'
import { cacheFor } from '#shared/lib/concurrency/cache-for.ts'
import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'
import { readSellerLoad } from '#shared/market/endpoints/read-offer.ts'
import { SELLER_LIMITS } from '#shared/market/endpoints/seller-limits.rules.ts'

import type { IngressDeps } from '#ingress/deps.ts'
import { jitter } from '#ingress/http/jitter.ts'

const FRESH_MS = 250

/**
 * Takes a place for a call of a seller, and returns the function that gives it back. Throws 503 when the workers make as
 * many calls of this seller, or of all sellers, as they may: by this process's own count, which is exact, and by the
 * count of all processes, which is a quarter of a second old.
 */
export function sellerRoom({ pg, pools }: { pg: PgPool } & Pick<IngressDeps, 'pools'>) {
  const taken = new KeyedGauge()
  const load = cacheFor(FRESH_MS, () => readSellerLoad(pg))
  return async (sellerId: string): Promise<() => void> => {
    const [samples, open] = await Promise.all([pools(), load()])
    const workers = Math.max(1, samples?.get('outcome')?.workers ?? 1)
    const ofOne = Math.max(taken.of(sellerId), open.of.get(sellerId) ?? 0)
    const ofAll = Math.max(taken.all, open.total)
    if (ofOne >= workers * SELLER_LIMITS.ofOne) throw busy('This seller has as many calls as it may have at once')
    if (ofAll >= workers * SELLER_LIMITS.ofAll) throw busy('Sellers have as many calls as they may have at once')
    return taken.take(sellerId, 1)
  }
}

const busy = (what: string) =>
  new Refusal('overloaded', `${what}; nothing was charged.`, {
    retryAfterS: jitter(2),
    fix: { action: 'Send the call again after Retry-After.' },
  })
