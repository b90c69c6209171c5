import { BASE, BASE_USDC, type Network, SOLANA, SOLANA_USDC } from '#shared/chains/networks.ts'

import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { readDocument, valueOf } from '#shared/engines/x402/wire/read-document.ts'
import { readNetwork } from '#shared/engines/x402/networks/network.ts'

/** What was asked, read; or which input keeps it from being looked up. */
export type SettlementQuestion = {
  network: Network
  transaction: string | null
  /** The body of x402's /verify for the payment; null without one. */
  payment: unknown
  response: { success: boolean | null; errorReason: string | null; transaction: string | null } | null
}
export type QuestionProblem = { field: 'network' | 'payment' | 'payment_response' | 'transaction'; problem: string }

type Sent = {
  network?: string | undefined
  transaction?: string | undefined
  payment?: unknown
  payment_response?: unknown
}

/** Reads payment and response however they came (object, JSON, header value) and finds their network. Never throws. */
export function readQuestion(sent: Sent): SettlementQuestion | QuestionProblem {
  const payment = sent.payment === undefined ? null : documentOf(sent.payment)
  if (payment === undefined) return { field: 'payment', problem: 'is neither an object, JSON, nor a payment header' }
  const response = sent.payment_response === undefined ? null : documentOf(sent.payment_response)
  if (response === undefined)
    return { field: 'payment_response', problem: 'is neither an object, JSON, nor a PAYMENT-RESPONSE header' }
  const accepted = payment === null ? null : (objectIn(payment, 'accepted') ?? payment)
  const named = sent.network ?? textIn(accepted, 'network') ?? textIn(response, 'network') ?? null
  if (named === null) return { field: 'network', problem: 'is not given, and neither payment nor response names one' }
  const network = [BASE, SOLANA].find((known) => known === readNetwork(named).caip2)
  if (network !== BASE && network !== SOLANA)
    return { field: 'network', problem: `has to be ${BASE} (base) or ${SOLANA} (solana)` }
  const transaction = sent.transaction?.trim() ?? textIn(response, 'transaction')
  if (transaction !== null && !ID_FORMS[network].test(transaction))
    return {
      field: sent.transaction === undefined ? 'payment_response' : 'transaction',
      problem: `has no transaction id of ${network}`,
    }
  const body = payment === null ? null : verifyBody(payment, network)
  if (body === undefined) return { field: 'payment', problem: 'has no payload of the exact scheme' }
  return {
    network,
    transaction,
    payment: body,
    response:
      response === null
        ? null
        : {
            success: typeof ownValue(response, 'success') === 'boolean' ? ownValue(response, 'success') === true : null,
            errorReason: textIn(response, 'errorReason'),
            transaction: textIn(response, 'transaction'),
          },
  }
}

const ID_FORMS: Readonly<Record<Network, RegExp>> = {
  [BASE]: /^0x[0-9a-fA-F]{64}$/,
  [SOLANA]: /^[1-9A-HJ-NP-Za-km-z]{64,90}$/,
}
const USDC: Readonly<Record<Network, string>> = { [BASE]: BASE_USDC, [SOLANA]: SOLANA_USDC }

/**
 * The payment as a facilitator is asked about it, in v2. What it has to meet is taken from what was signed: here it is
 * only looked for, and what was expected of it is compared with what moved.
 */
function verifyBody(payment: JsonObject, network: Network): unknown {
  const payload = objectIn(payment, 'payload')
  if (payload === null) return undefined
  const accepted = objectIn(payment, 'accepted')
  const signed = objectIn(payload, 'authorization')
  const wanted = {
    scheme: 'exact',
    network,
    asset: textIn(accepted, 'asset') ?? USDC[network],
    amount: textIn(signed, 'value') ?? textIn(accepted, 'amount') ?? '0',
    payTo: textIn(signed, 'to') ?? textIn(accepted, 'payTo') ?? NOBODY,
    maxTimeoutSeconds: 60,
    extra: {},
  }
  return {
    x402Version: 2,
    paymentPayload: { x402Version: 2, accepted: wanted, payload },
    paymentRequirements: wanted,
  }
}

/** The system program's address: a Solana payment is found by its message, whoever is paid. */
const NOBODY = '11111111111111111111111111111111'

function documentOf(sent: unknown): JsonObject | undefined {
  const value = valueOf(readDocument(sent))
  return isObject(value) ? value : undefined
}

function objectIn(object: JsonObject | null, name: string): JsonObject | null {
  const value = object === null ? undefined : ownValue(object, name)
  return isObject(value) ? value : null
}

function textIn(object: JsonObject | null, name: string): string | null {
  const value = object === null ? undefined : ownValue(object, name)
  return typeof value === 'string' && value !== '' && value.length <= 500 ? value : null
}
