import { makeFinal, type OpenPayment, takeBack } from '#shared/market/solana/finish-payment.ts'
import { readOrder } from '#shared/market/solana/read-order.ts'

import { judgeOnAll, type LookDeps } from './look-at-payment.ts'

/**
 * Judges a payment again once its block is final: it stands when every node shows that it pays there, too. It is taken
 * back when every node shows that it failed, or when all are far beyond its slot and none has it.
 */
export async function finishPayment({ pg, chain, log }: LookDeps, payment: OpenPayment): Promise<void> {
  const order = await readOrder(pg, payment.orderId)
  if (order === null) return
  const judged = judgeOnAll(order, payment.signature, await chain.landed(payment.signature, 'finalized'))
  if (judged !== null && judged.reason === null) {
    await makeFinal(pg, payment.id)
    return
  }
  if (judged === null && !(await chain.isGone(payment.signature, payment.slot))) return
  if (await takeBack(pg, payment.id)) {
    const { signature: transaction, orderId: id } = payment
    log.error({ transaction, order: id }, 'the final chain does not have a payment; its purchase is taken back')
  }
}
