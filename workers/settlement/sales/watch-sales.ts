import { finishPayment } from './finish-payment.ts'
import { lookAtPayment, type LookDeps } from './look-at-payment.ts'
import { knownOf, ordersToLook } from '#shared/market/solana/orders-to-look.ts'
import type { Precedence } from './precedence.ts'
import { openPayments } from '#shared/market/solana/finish-payment.ts'

/** Orders and payments that are taken in one round, those that are looked at side by side, and signatures of one order. */
const TAKEN = 50
const AT_ONCE = 8
const MOST_SIGNATURES = 20

/**
 * Looks for payments of open orders by their references, whether or not anybody confirmed one, and judges found payments
 * again once their blocks are final. An order that cannot be looked at is looked at again later. Each look gives way to
 * those that somebody waits for.
 */
export async function watchSales(deps: LookDeps & Pick<Precedence, 'giveWay'>): Promise<void> {
  const { pg, log, giveWay } = deps
  await sideBySide(await ordersToLook(pg, TAKEN), async (order) => {
    await giveWay()
    await lookForPayments(deps, order).catch((error: unknown) => {
      log.warn({ err: error, order: order.id }, 'an order on Solana could not be looked at')
    })
  })
  await sideBySide(await openPayments(pg, TAKEN), async (payment) => {
    await giveWay()
    await finishPayment(deps, payment).catch((error: unknown) => {
      log.warn({ err: error, payment: payment.id }, 'a payment on Solana waits to be judged again')
    })
  })
}

async function lookForPayments(deps: LookDeps, { id, reference }: { id: string; reference: string }): Promise<void> {
  const listed = await deps.chain.naming(reference)
  if (listed.length === 0) return
  const known = await knownOf(deps.pg, id)
  const fresh = listed.filter(({ signature }) => !known.has(signature)).slice(-MOST_SIGNATURES)
  // The oldest first: of two payments, the first one pays.
  for (const { signature } of fresh.toReversed()) await lookAtPayment(deps, { orderId: id, signature })
}

/** Does work for each of many, AT_ONCE at a time: a node's answer takes longer than our own work. */
async function sideBySide<Each>(many: readonly Each[], work: (one: Each) => Promise<void>): Promise<void> {
  const waiting = [...many]
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, next))
}
