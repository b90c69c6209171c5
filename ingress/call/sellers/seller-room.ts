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

/** Places for calls of sellers: as many as the workers make at once, of one seller and of all. */
export type SellerRoom = {
  /**
   * Takes a place, and resolves with the function that gives it back. Throws 503 when there is none: by this process's own
   * count, which is exact, and by the count of all processes, which is a quarter of a second old. `isLeft`: the caller may
   * have an answer before the call has ended.
   */
  take: (sellerId: string, isLeft: boolean) => Promise<() => void>
  /** Throws the same 503 when this process alone holds every place. Nothing is read for it, so that a refusal costs little. */
  refuseFull: (sellerId: string) => void
}

export function sellerRoom({
  pg,
  pools,
  lastPools,
}: { pg: PgPool } & Pick<IngressDeps, 'pools' | 'lastPools'>): SellerRoom {
  const taken = new KeyedGauge()
  const load = cacheFor(FRESH_MS, () => readSellerLoad(pg))
  const check = (ofOne: number, ofAll: number, workers = 1) => {
    const places = Math.max(1, workers)
    if (ofOne >= places * SELLER_LIMITS.ofOne) throw busy('This seller has as many calls as it may have at once')
    if (ofAll >= places * SELLER_LIMITS.ofAll) throw busy('Sellers have as many calls as they may have at once')
  }
  return {
    async take(sellerId, isLeft) {
      const [samples, open] = await Promise.all([pools(), load()])
      const ofOne = Math.max(taken.of(sellerId), open.of.get(sellerId) ?? 0)
      check(ofOne, Math.max(taken.all, open.total), samples?.get('outcome')?.workers)
      const leave = taken.take(sellerId, 1)
      return isLeft ? () => void setTimeout(leave, COUNTED_MS).unref() : leave
    },
    refuseFull(sellerId) {
      const samples = lastPools()
      if (samples !== null) check(taken.of(sellerId), taken.all, samples.get('outcome')?.workers)
    },
  }
}

const busy = (what: string) =>
  new Refusal('overloaded', `${what}; nothing was charged.`, {
    retryAfterS: jitter(2),
    fix: { action: 'Send the call again after Retry-After.' },
  })
