import type { Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'
import { cacheFor } from '#shared/lib/concurrency/cache-for.ts'
import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'
import { readSellerLoad } from '#shared/market/endpoints/read-seller-load.ts'
import { SELLER_LIMITS } from '#shared/market/endpoints/seller-limits.rules.ts'

import type { IngressDeps } from '#ingress/deps.ts'
import { jitter } from '#ingress/http/jitter.ts'

const FRESH_MS = 250
/** By then the count of all processes has a call whose caller did not wait for its end. */
const COUNTED_MS = 2 * FRESH_MS

/** `isLeft`: the caller may have an answer before the call has ended. */
export type SellerRoom = (sellerId: string, isLeft: boolean) => Promise<() => void>

/**
 * Takes a place for a call of a seller, and returns the function that gives it back. Throws 503 when the workers make as
 * many calls of this seller, or of all sellers, as they may: by this process's own count, which is exact, and by the
 * count of all processes, which is a quarter of a second old.
 */
export function sellerRoom({ pg, pools }: { pg: PgPool } & Pick<IngressDeps, 'pools'>): SellerRoom {
  const taken = new KeyedGauge()
  const load = cacheFor(FRESH_MS, () => readSellerLoad(pg))
  return async (sellerId, isLeft) => {
    const [samples, open] = await Promise.all([pools(), load()])
    const workers = Math.max(1, samples?.get('outcome')?.workers ?? 1)
    const ofOne = Math.max(taken.of(sellerId), open.of.get(sellerId) ?? 0)
    const ofAll = Math.max(taken.all, open.total)
    if (ofOne >= workers * SELLER_LIMITS.ofOne) throw busy('This seller has as many calls as it may have at once')
    if (ofAll >= workers * SELLER_LIMITS.ofAll) throw busy('Sellers have as many calls as they may have at once')
    const leave = taken.take(sellerId, 1)
    return isLeft ? () => void setTimeout(leave, COUNTED_MS).unref() : leave
  }
}

const busy = (what: string) =>
  new Refusal('overloaded', `${what}; nothing was charged.`, {
    retryAfterS: jitter(2),
    fix: { action: 'Send the call again after Retry-After.' },
  })
