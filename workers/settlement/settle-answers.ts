import type { SettleResponse } from '@x402/core/types'

import type { Payment } from './read-payment.ts'
import type { Stored } from './settlement-store.ts'

/** The Transfer that paid a payment. One transaction may pay several. */
type Transfer = { transaction: string; logIndex: number }

/** Answer to /settle: success (x402 v2, types/facilitator.ts). */
export const answerPaid = (
  { wireNetwork: network, payer, amount }: Payment,
  { transaction, logIndex }: Transfer,
): SettleResponse => ({
  success: true,
  transaction,
  network,
  payer,
  amount: amount.toString(),
  extra: { logIndex },
})

/** Answer to /settle: unknown result. `transaction` is the broadcast one, if any. */
export const pending = ({ wireNetwork: network, payer }: Payment, transaction: string | null): SettleResponse => ({
  success: false,
  errorReason: 'settlement_pending',
  errorMessage: 'It is under way; whether it settled, only the chain will tell. Ask again with the same payment.',
  transaction: transaction ?? '',
  network,
  payer,
})

type Failure = { transaction?: string | null; message?: string | undefined }

/** Answer to /settle: failure. Without a transaction nothing was broadcast. */
export function answerFailed(
  payment: Payment,
  errorReason: string,
  { transaction, message }: Failure = {},
): SettleResponse {
  const { wireNetwork: network, payer } = payment
  const told = message === undefined ? {} : { errorMessage: message.slice(0, 500) }
  return { success: false, errorReason, ...told, transaction: transaction ?? '', network, payer }
}

/** Answer for a finished settlement; null while it is open. */
export function endOf(payment: Payment, { state, transaction, logIndex, reason }: Stored): SettleResponse | null {
  if (state === 'paid') return answerPaid(payment, { transaction: transaction ?? '', logIndex: logIndex ?? 0 })
  if (state === 'failed') return answerFailed(payment, reason ?? 'invalid_transaction_state', { transaction })
  return null
}
