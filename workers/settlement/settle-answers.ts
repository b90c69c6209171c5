import type { SettleResponse } from '@x402/core/types'

import type { Payment } from './read-payment.ts'
import type { Stored } from './settlement-store.ts'

/** The three answers to /settle (x402 v2, types/facilitator.ts). */
export const paid = ({ wireNetwork: network, payer, amount }: Payment, transaction: string): SettleResponse => ({
  success: true,
  transaction,
  network,
  payer,
  amount: amount.toString(),
})

/** Whether it settled is not known. `transaction` is the one that was broadcast, where one was. */
export const pending = ({ wireNetwork: network, payer }: Payment, transaction: string | null): SettleResponse => ({
  success: false,
  errorReason: 'settlement_pending',
  errorMessage: 'It is under way; whether it settled, only the chain will tell. Ask again with the same payment.',
  transaction: transaction ?? '',
  network,
  payer,
})

type Failure = { transaction?: string | null; message?: string | undefined }

/** It did not settle. Without a transaction nothing was broadcast. */
export function failed(payment: Payment, errorReason: string, { transaction, message }: Failure = {}): SettleResponse {
  const { wireNetwork: network, payer } = payment
  const told = message === undefined ? {} : { errorMessage: message.slice(0, 500) }
  return { success: false, errorReason, ...told, transaction: transaction ?? '', network, payer }
}

/** The answer to a settlement that has ended; null while it is open. */
export function endOf(payment: Payment, { state, transaction, reason }: Stored): SettleResponse | null {
  if (state === 'paid') return paid(payment, transaction ?? '')
  if (state === 'failed') return failed(payment, reason ?? 'invalid_transaction_state', { transaction })
  return null
}
