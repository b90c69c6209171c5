import { Refusal } from '#shared/errors.ts'
import { mppProblemType } from '#shared/money/mpp/challenge-problem.ts'
import { SAID } from '#shared/money/x402/reasons.rules.ts'

import { jitter } from '#ingress/http/jitter.ts'

/** The route that recovers an answer with a message signed by the payer's wallet. */
export const RECOVER_PATH = '/api/v1/calls/recover'

const SAME_AGAIN = 'Send the very same payment again, not a new one.'

/** Reasons for which the same wallet cannot pay by signing again. */
const OUT_OF_FUNDS: ReadonlySet<string> = new Set(['insufficient_funds', 'invalid_exact_evm_insufficient_balance'])
const FUND_FIRST =
  'Put what accepts[] asks for on the wallet, pay on the other network, or use one of alternatives[]. Signing again does not help.'

/** 402: the payment is invalid. `reason` is the x402 error reason. */
export function invalidPayment(reason: string, problem?: { field: string; message: string }): Refusal {
  const why = problem?.message ?? SAID[reason] ?? `The facilitator says: ${plain(reason)}.`
  return new Refusal('invalid_payment', `This payment does not pay. ${why}`, {
    detail: why,
    fix: {
      action: OUT_OF_FUNDS.has(reason) ? FUND_FIRST : 'Sign one of accepts[] as it stands, and send the call again.',
    },
    extra: { reason: plain(reason), ...(problem === undefined ? {} : { field: problem.field }) },
  })
}

/** The refusal of a payment by MPP, with the problem type that MPP has for it. Anything else is left alone. */
export function asMppProblem(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'invalid_payment') return error
  const { extra = {}, ...detail } = error.detail
  const fix = { action: 'Answer a challenge of WWW-Authenticate as it stands, and send the call again.' }
  return new Refusal(error.code, error.message, {
    ...detail,
    fix,
    extra: { ...extra, type: mppProblemType(extra['reason']) },
  })
}

/** Only a known reason of a facilitator is shown; its free text is not. */
const plain = (reason: string) => (/^[\w-]{1,100}$/.test(reason) ? reason : 'invalid_payment')

/** 409 without accepts[], because signing again would pay twice. Contains nothing of the answer. */
export const alreadyUsed = (): Refusal =>
  new Refusal('payment_already_used', 'This payment was used before, for another request or by another payload.', {
    detail:
      'A payment gets its answer again when the whole first payload is sent for the same path and body. A wallet that paid can also sign for it.',
    fix: { action: 'Recover the answer with a message your wallet signs.', method: 'POST', path: RECOVER_PATH },
  })

/** 409: a payment that is sent again does not prove its sender, and the answer holds a secret. */
export const secretAnswer = (): Refusal =>
  new Refusal('payment_already_used', 'This payment was answered, and its answer holds a secret.', {
    fix: { action: 'Recover the answer with a message your wallet signs.', method: 'POST', path: RECOVER_PATH },
  })

/** 409: the id of the payment-identifier extension belongs to another payment of this payer. */
export const identifierReused = (): Refusal =>
  new Refusal('payment_identifier_reused', 'This payment-identifier was sent with another payment.', {
    fix: { action: 'Send the first payment again to get its answer, or a new id with a new payment.' },
  })

/** 429: the unsettled payments of this wallet would exceed its balance. */
export const tooMuchUnsettled = (): Refusal =>
  new Refusal('too_many_in_flight', 'The payments of this wallet under way are all it holds; nothing was charged.', {
    retryAfterS: 2,
    fix: { action: `Wait for an open call to be answered. ${SAME_AGAIN}` },
  })

/** 429: too many payments of one address were invalid. */
export const tooManyFailed = (): Refusal =>
  new Refusal('rate_limited', 'Too many payments of this address were invalid; nothing was charged.', {
    retryAfterS: 30,
    fix: { action: 'Wait, and check a payment before it is sent.' },
  })

/** 429: settlements for this address failed on chain, or its contract wallets used too much of our gas. */
export const tooManyLost = (): Refusal =>
  new Refusal('rate_limited', 'Too many payments of this address failed on chain; nothing was charged.', {
    retryAfterS: 600,
    fix: { action: 'Wait, or use a prepaid key or a pass. Keep the USDC of a payment in its wallet until it settled.' },
  })

/** 503: the facilitator did not say whether the payment is valid. The payment was not used. */
export const unverifiable = (): Refusal =>
  new Refusal('payments_not_ready', 'The payment could not be verified just now; nothing was charged.', {
    retryAfterS: 2,
    fix: { action: SAME_AGAIN },
    extra: { payment_state: 'unverified' },
  })

/** 409: the payment is being verified, and as many copies as allowed wait for it. */
export const paymentInProgress = (): Refusal =>
  new Refusal(
    'payment_in_progress',
    'This payment is being verified for earlier requests; this one was charged nothing.',
    {
      retryAfterS: jitter(1),
      fix: { action: `Wait, then ask again. ${SAME_AGAIN}` },
      extra: { payment_state: 'verifying' },
    },
  )

/** 503: a copy of this payment is being verified, and the wait timed out. */
export const paymentPending = (): Refusal =>
  new Refusal('payment_settling', 'This payment is being looked at; it is not known yet what becomes of it.', {
    retryAfterS: 2,
    fix: { action: SAME_AGAIN },
    extra: { payment_state: 'verifying' },
  })

/** 503: the settlement is still unknown. The same payment gets its answer once it is known. */
export const stillSettling = (): Refusal =>
  new Refusal('payment_settling', 'The payment is on its way, and it is not known yet whether it settled.', {
    retryAfterS: 2,
    fix: { action: SAME_AGAIN },
    extra: { payment_state: 'settling' },
  })

/** 503: payments cannot be taken now. */
export const paymentsNotReady = (why: string): Refusal =>
  new Refusal('payments_not_ready', 'This server cannot take x402 payments just now; nothing was charged.', {
    detail: `${why.slice(0, 1).toUpperCase()}${why.slice(1)}.`,
    retryAfterS: 5,
    fix: { action: `${SAME_AGAIN} Or use a prepaid key or a pass.` },
  })
