import { setTimeout as pause } from 'node:timers/promises'

import type { Sealer } from '#shared/calls/seal.ts'
import { losesAnswer } from '#shared/db/outage.ts'
import { retryConflicts } from '#shared/db/retry-conflicts.ts'
import { Refusal } from '#shared/errors.ts'
import { canonicalJson, sha256 } from '#shared/lib/crypto/digest.ts'
import { acceptsFor } from '#shared/money/accepts.ts'
import { microUsdcOf } from '#shared/lib/micro-usdc.ts'
import { bindPurchase, type PurchaseAnswer, readPurchaseUnder } from '#shared/money/x402/bind-purchase.ts'
import type { SentPayment } from '#shared/money/x402/payment-header.ts'
import { type Payment, readPaymentOf } from '#shared/money/x402/read-payment.ts'
import { SAID } from '#shared/money/x402/reasons.rules.ts'
import { sealPayload } from '#shared/money/x402/sealed-payload.ts'
import { settlePayment } from '#shared/money/x402/settle-payment.ts'
import { uuidv7 } from 'uuidv7'

import type { IngressDeps } from '../deps.ts'
import { validUntilOf, walletOf } from '../call/payment/charge-payment.ts'
import type { PaymentPlace } from '../call/admission/in-flight.ts'
import { keyReused } from '#shared/idempotency/key-reused.ts'
import { protocolOf, responseHeaders } from '../call/payment/payment-answer.ts'
import {
  identifierReused,
  invalidPayment,
  paymentsNotReady,
  stillSettling,
  tooMuchUnsettled,
} from '../call/payment/refuse-payment.ts'

/** A purchase by x402 that is not a call: settled first, then delivered (shared/settling/products.ts). */
export type Order = {
  sent: SentPayment
  /** Path of the selling route. */
  path: string
  cents: number
  /** Whether the 402 of the route offered Base first. */
  impulse: boolean
  /** Name of the product, and its parameters. */
  product: string
  terms: Record<string, unknown>
  /** The body of the request. A payment is bound to it. */
  body: unknown
  /** A second payment of the same wallet under the same key gets the first purchase and is not settled. */
  idempotencyKey: string | null
  /** Refuses a new purchase before settlement. A replay of an earlier one is still answered. */
  refuseNew?: Refusal
  ip: string
  place: PaymentPlace
}

export type Bought = {
  /** Answer of the product, without secrets. */
  answer: Record<string, unknown>
  /**
   * Id of the credential to derive and show. Null if there is none, or in a replay whose sender is not proven to be the
   * payer (recovery shows it).
   */
  secretRef: string | null
  /** Whether a credential exists but is not shown. */
  isWithheld: boolean
  replayed: boolean
  /** PAYMENT-RESPONSE, X-PAYMENT-RESPONSE for x402 version 1, or Payment-Receipt for MPP. */
  headers: Record<string, string>
}

const SETTLE_MARGIN_MS = 30_000
const LOOK_MS = 250
/** Milliseconds a replay waits for the first request to end. */
const WAIT_MS = 20_000

/**
 * Buys a product: verifies a payment, binds it to this path, body and product, settles it, and creates the product in
 * the transaction that records the settlement. Claims work as for calls. After a crash settlement-watch finishes the
 * purchase. Throws 402 if the payment is invalid, 409 if it was used for something else, and 503 `payment_settling`
 * while its result is unknown; sending it again then gets the answer. A replay shows no secret, unless the wallet
 * signed a new payment under the same Idempotency-Key.
 */
export async function purchase(
  { config, db, log, payments }: Pick<IngressDeps, 'config' | 'db' | 'log' | 'payments'>,
  sealer: Sealer,
  order: Order,
): Promise<Bought> {
  const { sent, path, cents, impulse, product, terms, body, idempotencyKey, refuseNew, ip, place } = order
  const purchaseId = uuidv7()
  const resource = `POST ${path}`
  const requestDigest = sha256(canonicalJson(body))
  const presented = await payments.claimAndVerify(sent, {
    url: config.publicBaseUrl + path,
    paths: [path],
    requirements: acceptsFor(config, microUsdcOf(cents), impulse),
    callId: purchaseId,
    resource,
    requestDigest,
    neededMs: SETTLE_MARGIN_MS,
    ip,
    enter: place.enter,
  })
  place.verified(walletOf(presented.payment), presented.kind === 'known')
  if (presented.kind === 'known') {
    return boughtOf(await settledPayment(db.pg, presented.payment.callId), sent, { replayed: true, isProven: false })
  }
  const { settling } = payments
  if (settling === null) throw paymentsNotReady('no facilitator is set')
  const verified = presented
  const { payment, holder, balance } = verified
  const { key, payer, forward, requirement } = payment
  const idem = idempotencyKey === null ? null : `${key.network}:${payer}:${path}:${idempotencyKey}`
  const before = await boughtBefore()
  if (before !== null) return before
  if (refuseNew !== undefined) await giveUp(refuseNew)
  const kind = await bind()
  if (kind === 'replay') return (await boughtBefore()) ?? giveUp(refusalFor('lost'))
  if (kind !== 'accepted') await giveUp(refusalFor(kind))
  verified.leave(true)
  const due = {
    callId: purchaseId,
    payload: forward,
    requirement,
    payer,
    product,
    state: 'settling',
    isFirst: true,
  } as const
  const end = await settlePayment(settling, due).catch((error: unknown) => {
    log.error({ err: error, purchaseId, product }, 'a purchase was not finished here; settlement-watch will')
    return 'unknown' as const
  })
  if (end === 'unknown') throw stillSettling()
  return boughtOf(await settledPayment(db.pg, purchaseId), sent, { replayed: false, isProven: true })

  /** Reads what this wallet bought under the same Idempotency-Key. Releases the new payment unsettled. */
  async function boughtBefore(): Promise<Bought | null> {
    const earlier = idem === null ? null : await readPurchaseUnder(db.pg, idem).catch(giveUp)
    if (earlier === null) return null
    await payments.giveUp(verified)
    if (!earlier.requestDigest.equals(requestDigest)) throw keyReused()
    return boughtOf(await settledPayment(db.pg, earlier.purchaseId), sent, { replayed: true, isProven: true })
  }

  async function bind(): Promise<PurchaseAnswer['kind']> {
    const { kind } = await retryConflicts(() =>
      bindPurchase(db.pg, {
        key,
        holder,
        payer,
        balance,
        resource,
        requestDigest,
        identifier: sent.identifier,
        validUntil: validUntilOf(payment.validBefore, requirement.maxTimeoutSeconds),
        sealed: sealPayload(sealer, purchaseId, { payload: forward, requirement }),
        product,
        terms: JSON.stringify(terms),
        idem,
      }),
    ).catch(giveUp)
    return kind
  }

  async function giveUp(error: unknown): Promise<never> {
    await payments.giveUp(verified)
    // The binding may have been committed; settlement-watch then settles it.
    throw losesAnswer(error) ? stillSettling() : error
  }
}

function refusalFor(kind: 'identifier_taken' | 'limit' | 'lost'): Refusal {
  if (kind === 'identifier_taken') return identifierReused()
  return kind === 'limit' ? tooMuchUnsettled() : new Refusal('unavailable', 'This payment is in other hands.')
}

/**
 * Waits for the payment of a purchase to become final. Throws `payment_settling` after WAIT_MS, and 402 if it did not
 * settle.
 */
async function settledPayment(pg: IngressDeps['db']['pg'], purchaseId: string): Promise<Payment> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const payment = await readPaymentOf(pg, purchaseId)
    if (payment?.state === 'settled' || payment?.state === 'reversed') return payment
    if (payment?.state === 'unpaid')
      throw invalidPayment(payment.failure ?? 'invalid_transaction_state', unsettled(payment))
    if (payment === null || performance.now() > until) throw stillSettling()
    await pause(LOOK_MS)
  }
}

const unsettled = ({ failure }: Payment) => ({
  field: 'payload',
  message: `It did not settle, and nothing was charged. ${SAID[failure ?? ''] ?? failure ?? ''}`.trim(),
})

function boughtOf(
  payment: Payment,
  sent: SentPayment,
  { replayed, isProven }: { replayed: boolean; isProven: boolean },
): Bought {
  // Safe: the column only ever holds a JSON object.
  const answer = JSON.parse(payment.answer ?? '{}') as Record<string, unknown>
  const secretRef = isProven ? payment.secretRef : null
  const isWithheld = !isProven && payment.secretRef !== null
  return { answer, secretRef, isWithheld, replayed, headers: responseHeaders(payment, protocolOf(sent)) }
}
