import type { Sealer } from '#shared/calls/seal.ts'
import { creditPayer } from '#shared/money/x402/credit-payer.ts'
import { type DuePayment, takeDuePayments } from '#shared/money/x402/due-payments.ts'
import { openPayload } from '#shared/money/x402/sealed-payload.ts'
import { type SettleDeps, settlePayment } from '#shared/money/x402/settle-payment.ts'

const AT_ONCE = 50

/**
 * Returns a task that processes due payments: those left unsettled by a worker or ingress, those in doubt (retried
 * after 1, 2, 4 ... 60 seconds until the chain is final), and failed calls whose payer is not credited. Does not wait
 * for the payments, so that a hanging facilitator delays no others.
 */
export function settleDue(deps: SettleDeps, sealer: Sealer): () => Promise<void> {
  let underWay = 0
  const look = async ({ callId, state, product, payer, sealed, saidPaidMs }: DuePayment): Promise<void> => {
    try {
      if (state === 'settled') await creditPayer(deps.pg, deps.mint, callId)
      else if (sealed !== null) {
        const payload = openPayload(sealer, callId, sealed)
        await settlePayment(deps, { ...payload, callId, state, product, payer, saidPaidMs, isFirst: false })
      }
    } catch (error) {
      deps.log.warn({ err: error, callId, state }, 'a payment could not be looked at; it is tried again')
    } finally {
      underWay -= 1
    }
  }
  return async () => {
    if (underWay >= AT_ONCE) return
    const due = await takeDuePayments(deps.pg, AT_ONCE - underWay)
    underWay += due.length
    for (const payment of due) void look(payment)
  }
}
