import type { FinalCall } from '#shared/calls/read.ts'
import { Refusal } from '#shared/errors.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'
import { BASE, SOLANA, V1_NAMES } from '#shared/chains/networks.ts'
import { mppReceipt } from '#shared/money/mpp/receipt.ts'
import { creditPayer } from '#shared/money/x402/credit-payer.ts'
import type { SentPayment } from '#shared/money/x402/payment-header.ts'
import { type Payment, readPaymentOf } from '#shared/money/x402/read-payment.ts'

import type { IngressDeps } from '#ingress/deps.ts'
import { RECOVER_PATH } from './refuse-payment.ts'

/** The payment as its call's answer shows it. */
export type OnChain = {
  network: string
  payer: string
  /** Null until it is settled. */
  transaction: string | null
  state: 'verified' | 'settling' | 'settled' | 'unpaid' | 'reversed'
  settle: 'after' | 'before'
}

/** The protocol that a payment came by: a version of x402, or MPP. */
export type PaymentProtocol = 1 | 2 | 'mpp'

/** How the payment of a request is named in its answer. */
export const protocolOf = ({ version, mpp }: Pick<SentPayment, 'version' | 'mpp'>): PaymentProtocol =>
  mpp === null ? version : 'mpp'

export type PaymentAnswer = { headers: Record<string, string>; onChain: OnChain | null; call: FinalCall | null }

type Deps = Pick<IngressDeps, 'db' | 'mint'>

/**
 * Adds a call's payment to its answer: PAYMENT-RESPONSE (X-PAYMENT-RESPONSE for version 1, Payment-Receipt for MPP), equal for every replay. For a
 * call that failed, or cost less than it paid, after its payment settled, adds the credit and creates it if needed. `reveals`: whether the credit's key
 * may be shown, which only the request that brought the payment may see.
 */
export async function paymentAnswer(
  { db, mint }: Deps,
  { callId, protocol, reveals }: { callId: string; protocol: PaymentProtocol; reveals: boolean },
  ended: FinalCall | null,
): Promise<PaymentAnswer> {
  if (ended?.settledBy !== undefined) {
    const { network, payer, transaction, settlement } = ended.settledBy
    const headers = responseHeaders({ settlement, failure: null, key: { network }, payer, callId }, protocol)
    return { headers, onChain: { network, payer, transaction, state: 'settled', settle: 'after' }, call: ended }
  }
  const payment = await readPaymentOf(db.pg, callId)
  if (payment === null) return { headers: {}, onChain: null, call: ended }
  const headers = responseHeaders(payment, protocol)
  const onChain = onChainOf(payment)
  const cents = creditCents(payment, ended)
  if (ended === null || cents === 0) return { headers, onChain, call: ended }
  const keyId = await creditPayer(db.pg, mint, callId)
  const credit = {
    cents,
    key_id: keyId,
    ...(reveals && keyId !== null ? { key: mint.issue('sk', keyId) } : {}),
    header_name: 'X-Service-Key',
    claim: { method: 'POST', path: RECOVER_PATH },
  }
  if (ended.state === 'captured') return { headers, onChain, call: { ...ended, credit } }
  const refusal = ended.refusal ?? { code: 'internal', error: 'This call failed.' }
  const call: FinalCall = {
    ...ended,
    refusal: {
      ...refusal,
      error: `${refusal.error} The ${cents} cents that were settled before it are credited to a prepaid key.`,
      extra: { ...refusal.extra, credit },
    },
  }
  return { headers, onChain, call }
}

/** What an ended call did not cost of its settled payment, in cents. */
export function creditCents({ state, amount }: Payment, ended: Pick<FinalCall, 'state' | 'cents'> | null): number {
  if (ended === null || state !== 'settled') return 0
  const paid = centsOf(amount)
  return ended.state === 'released' ? paid : paid - (ended.cents ?? paid)
}

type ForHeader = Pick<Payment, 'settlement' | 'failure' | 'payer' | 'callId'> & { key: Pick<Payment['key'], 'network'> }

/** The SettleResponse of x402, or the receipt of MPP, as a header; no header while the settlement is unknown. */
export function responseHeaders(
  { settlement, failure, key, payer, callId }: ForHeader,
  protocol: PaymentProtocol,
): Record<string, string> {
  if (settlement === null && failure === null) return {}
  // Safe: the column only ever holds a JSON object.
  const response = (
    settlement === null
      ? { success: false, errorReason: failure, transaction: '', network: key.network, payer }
      : JSON.parse(settlement)
  ) as Record<string, unknown>
  if (protocol === 'mpp') {
    const { success, transaction } = response
    // MPP has no receipt for what was not paid.
    if (success !== true || typeof transaction !== 'string') return {}
    return { 'Payment-Receipt': mppReceipt({ network: key.network, transaction, callId }) }
  }
  if (protocol === 2) return { 'PAYMENT-RESPONSE': base64(response) }
  const { success, transaction, errorReason } = response
  const network = key.network === BASE ? V1_NAMES[BASE] : V1_NAMES[SOLANA]
  return {
    'X-PAYMENT-RESPONSE': base64({
      success,
      transaction,
      network,
      payer,
      ...(errorReason === undefined ? {} : { errorReason }),
    }),
  }
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

function onChainOf({ key, payer, transaction, state, mode }: Payment): OnChain | null {
  if (state === 'claimed' || mode === null) return null
  return { network: key.network, payer, transaction, state, settle: mode }
}

/** Whether the payment of this call did not settle; the answer is a 402 then. */
export const isUnpaid = (call: FinalCall): boolean =>
  call.state === 'released' && call.refusal?.code === 'invalid_payment'

/** The stored refusal of a call. */
export const refusalOf = (call: FinalCall): Refusal =>
  Refusal.fromWire(call.refusal ?? { code: 'internal', error: 'This call failed; nothing was charged.' })
