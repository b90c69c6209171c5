import { Refusal } from '#shared/errors.ts'
import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'
import { SELLER_LIMITS } from '#shared/market/endpoints/seller-limits.rules.ts'

/** Takes a place, waiting at most `waitMs`, and resolves with the function that gives it back. Throws 503. */
export type EnterSeller = (sellerId: string, waitMs: number) => Promise<() => void>

/**
 * The places for calls of sellers in one worker. The ingress refuses calls beyond those of all workers before any money
 * moves. A worker that was handed more of one seller than its share has them wait, with all calls of sellers that it has
 * within its limit, so that its other calls are not delayed. A call for which no place becomes free is refused, and its
 * money goes back.
 */
export function sellerPlaces(): EnterSeller {
  const here = new KeyedGauge()
  const running = new KeyedGauge()
  const queues = new Map<string, (() => void)[]>()

  const run = (sellerId: string, leave: () => void) => {
    const end = running.take(sellerId, 1)
    return () => {
      end()
      leave()
      queues.get(sellerId)?.shift()?.()
    }
  }
  return async (sellerId, waitMs) => {
    if (here.all >= SELLER_LIMITS.ofAll) throw busy()
    const leave = here.take(sellerId, 1)
    if (running.of(sellerId) < SELLER_LIMITS.ofOne) return run(sellerId, leave)
    const queue = queues.get(sellerId) ?? []
    queues.set(sellerId, queue)
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const next = () => {
      clearTimeout(late)
      if (queue.length === 0) queues.delete(sellerId)
      resolve(run(sellerId, leave))
    }
    const late = setTimeout(() => {
      queue.splice(queue.indexOf(next), 1)
      leave()
      reject(busy())
    }, waitMs)
    queue.push(next)
    return promise
  }
}

const busy = () =>
  new Refusal('overloaded', 'This seller has as many calls as it may have at once; nothing was charged.', {
    retryAfterS: 2,
    fix: { action: 'Send the call again after Retry-After.' },
  })
