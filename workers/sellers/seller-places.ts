import { Refusal } from '#shared/errors.ts'
import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'
import { SELLER_LIMITS } from '#shared/market/endpoints/seller-limits.rules.ts'

/**
 * The places for calls of sellers in one worker. The ingress refuses calls beyond them before any money moves; this holds
 * where several ingresses let one in at the same moment. Such a call is refused and its money goes back.
 */
export function sellerPlaces(): (sellerId: string) => () => void {
  const open = new KeyedGauge()
  return (sellerId) => {
    if (open.of(sellerId) >= SELLER_LIMITS.ofOne || open.all >= SELLER_LIMITS.ofAll)
      throw new Refusal('overloaded', 'This seller has as many calls as it may have at once; nothing was charged.', {
        retryAfterS: 2,
        fix: { action: 'Send the call again after Retry-After.' },
      })
    return open.take(sellerId, 1)
  }
}
