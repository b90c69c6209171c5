import { finishPayment } from './finish-payment.ts'
import { lookAtPayment, type LookDeps } from './look-at-payment.ts'
import { knownOf, ordersToLook } from '#shared/market/solana/orders-to-look.ts'
import { openPayments } from '#shared/market/solana/finish-payment.ts'

/** Orders and payments that are looked at in one round, and signatures of one order. */
const AT_ONCE = 50
const MOST_SIGNATURES = 20

/**
 * Looks for payments of open orders by their references, whether or not anybody confirmed one, and judges found payments
 * again once their blocks are final. An order that cannot be looked at is looked at again later.
 */
export async function watchSales(deps: LookDeps): Promise<void> {
  const { pg, chain, log } = deps
  for (const { id, reference } of await ordersToLook(pg, AT_ONCE)) {
    try {
      const listed = await chain.naming(reference)
      if (listed.length === 0) continue
      const known = await knownOf(pg, id)
      const fresh = listed.filter(({ signature }) => !known.has(signature)).slice(-MOST_SIGNATURES)
      // The oldest first: of two payments, the first one pays.
      for (const { signature } of fresh.toReversed()) await lookAtPayment(deps, { orderId: id, signature })
    } catch (error) {
      log.warn({ err: error, order: id }, 'an order on Solana could not be looked at')
    }
  }
  for (const payment of await openPayments(pg, AT_ONCE)) {
    try {
      await finishPayment(deps, payment)
    } catch (error) {
      log.warn({ err: error, payment: payment.id }, 'a payment on Solana waits to be judged again')
    }
  }
}
