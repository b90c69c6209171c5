import type { Config } from '#shared/config.ts'
import { refuseRealFacilitator } from '#shared/chains/genesis.ts'
import { type BreakerLimits, CircuitBreaker } from '#shared/lib/concurrency/circuit-breaker.ts'
import type { Log } from '#shared/log.ts'

import type { PaymentRequirements } from '../accepts.ts'
import { receiptExtension, type ReceiptPayload } from '../receipts/x402-jws.ts'
import { type AskSettlement, askerAt, settlementClient } from '../settlement/ask-settlement.ts'
import { LookupAnswer, SettleAnswer, SignedAnswer, SupportedAnswer, VerifyAnswer } from './facilitator-answers.ts'
import type { ForwardedPayload } from './match-payment.ts'
import { NOTHING_WAS_SENT, VERIFY_FAILED } from './reasons.rules.ts'

/** Whether a payment could settle now. `balance` is the payer's balance in micro-USDC; null when not reported. */
export type Verified =
  | { kind: 'valid'; balance: bigint | null }
  | { kind: 'invalid'; reason: string }
  | { kind: 'unknown'; why: string }

/** The Transfer that paid. `logIndex` is null when only the transaction is known. */
export type Paid = { kind: 'paid'; transaction: string; logIndex: number | null }

/**
 * The result of `settle`. `failed`: the facilitator says that nothing was broadcast. `unknown`: look the payment up on
 * chain.
 */
export type Settled =
  | (Paid & { extensions?: Record<string, unknown> })
  | { kind: 'failed'; reason: string }
  | { kind: 'unknown'; why: string; transaction: string | null }

/** The state of a payment on chain. `unpaid` is final. */
export type LookedUp =
  | Paid
  | { kind: 'unpaid'; reason: string }
  /** `isAnswered`: the lookup reached the chain, which does not show the payment. */
  | { kind: 'unknown'; why: string; isAnswered: boolean }

export type Facilitator = {
  url: string
  /**
   * True for our own settlement process, which is trusted. The results of any other facilitator are looked up on chain
   * before they count.
   */
  isOurs: boolean
  /**
   * Returns null when payments on this network are possible now, else the reason. While they are not, it asks the
   * facilitator at most every two seconds.
   */
  whyNotReady: (requirement: PaymentRequirements) => Promise<string | null>
  /** `settlesSoon`: it will be settled within moments if it is valid, which our own process prepares for. */
  verify: (payload: ForwardedPayload, requirement: PaymentRequirements, settlesSoon?: boolean) => Promise<Verified>
  settle: (payload: ForwardedPayload, requirement: PaymentRequirements) => Promise<Settled>
  lookup: (payload: ForwardedPayload, requirement: PaymentRequirements) => Promise<LookedUp>
  /**
   * Returns the `extensions` of a SettleResponse: a receipt of a settled payment, signed by our settlement process.
   * Returns null when there is none.
   */
  receipt: (paid: Omit<ReceiptPayload, 'version' | 'issuedAt'>) => Promise<Record<string, unknown> | null>
}

const VERIFY_MS = 8_000
/** Longer than a block takes to be mined and confirmed on either chain. */
const SETTLE_MS = 20_000
const LOOKUP_MS = 8_000
const SUPPORTED_MS = 3_000
const RECEIPT_MS = 1_500
const SUPPORTED_KEPT_MS = 60_000
const ASK_AGAIN_MS = 2_000
/** Concurrent verifications of one process; further ones are answered 503. */
const MAX_AT_ONCE = 128

/** Opens after five failures in a row; after three seconds payments are offered once more. */
export const FACILITATOR_BREAKER: BreakerLimits = {
  failures: 5,
  memory: 5,
  windowMs: Number.POSITIVE_INFINITY,
  openMs: 3_000,
  longestOpenMs: 3_000,
  // Whoever is told that payments are possible may send none.
  probeMs: 3_000,
  // Payments whose calls have run are settled whatever the breaker says.
  countsWhileOpen: true,
}

type Settings = Pick<Config, 'FACILITATOR_URL' | 'SETTLEMENT_URL' | 'SERVER_SECRET' | 'production'>

/**
 * Opens the facilitator of this installation: our own settlement process, or the one at FACILITATOR_URL. Returns null
 * when neither is set. Outside production, throws WrongChain for an external facilitator on another machine.
 */
export function openFacilitator(config: Settings, log: Log): Facilitator | null {
  const ours = settlementClient(config)
  const outside = config.FACILITATOR_URL
  if (outside === undefined || withoutSlash(outside) === withoutSlash(config.SETTLEMENT_URL ?? '')) {
    return ours === null
      ? null
      : facilitatorOf({ url: config.SETTLEMENT_URL ?? '', isOurs: true, ask: ours, chain: ours, log })
  }
  if (!config.production) refuseRealFacilitator(outside)
  return facilitatorOf({ url: outside, isOurs: false, ask: askerAt(outside), chain: ours, log })
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** `chain` is the client for lookups on chain. An external facilitator is not used without it. */
type Parts = { url: string; isOurs: boolean; ask: AskSettlement; chain: AskSettlement | null; log: Log }

/**
 * Exported for tests with a scripted facilitator. Only timeouts and malformed answers count as failures for the circuit
 * breaker. A well-formed negative answer may be caused by the sender of the payment, and no sender may disable payments
 * for others.
 */
export function facilitatorOf({ url, isOurs, ask, chain, log }: Parts): Facilitator {
  const breaker = new CircuitBreaker(FACILITATOR_BREAKER)
  const support = supportOf(ask, log)
  let atOnce = 0
  const bodyOf = (paymentPayload: ForwardedPayload, paymentRequirements: PaymentRequirements) => ({
    x402Version: 2,
    paymentPayload,
    paymentRequirements,
  })
  return {
    url,
    isOurs,
    async whyNotReady(requirement) {
      if (chain === null) return 'SETTLEMENT_URL is not set, so what the facilitator says cannot be checked'
      if (breaker.enter() > 0 || atOnce >= MAX_AT_ONCE) return 'the facilitator does not answer in time'
      return support(requirement)
    },
    async verify(payload, requirement, settlesSoon = false) {
      if (atOnce >= MAX_AT_ONCE) return { kind: 'unknown', why: 'too many are being verified' }
      atOnce += 1
      try {
        const asked = bodyOf(payload, requirement)
        const wish = isOurs && settlesSoon ? { ...asked, settlesSoon } : asked
        const { body } = await ask('/verify', { timeoutMs: VERIFY_MS, body: wish })
        const { success: isAnswer, data } = VerifyAnswer.safeParse(body)
        breaker.report(isAnswer ? 'up' : 'down')
        return isAnswer ? verifiedOf(data) : { kind: 'unknown', why: 'the answer is no verification' }
      } catch (error) {
        breaker.report('down')
        return { kind: 'unknown', why: messageOf(error) }
      } finally {
        atOnce -= 1
      }
    },
    async settle(payload, requirement) {
      try {
        const asked = bodyOf(payload, requirement)
        // Our settlement process signs the receipt in the same answer.
        const wish = isOurs ? { ...asked, receiptFor: payload.resource.url } : asked
        const { body } = await ask('/settle', { timeoutMs: SETTLE_MS, body: wish })
        const { success: isAnswer, data } = SettleAnswer.safeParse(body)
        breaker.report(isAnswer ? 'up' : 'down')
        if (isAnswer) return settledOf(data, requirement)
        return { kind: 'unknown', why: 'the answer is no settlement', transaction: null }
      } catch (error) {
        breaker.report('down')
        return { kind: 'unknown', why: messageOf(error), transaction: null }
      }
    },
    async lookup(payload, requirement) {
      if (chain === null) return { kind: 'unknown', why: 'SETTLEMENT_URL is not set', isAnswered: false }
      try {
        const { body } = await chain('/lookup', { timeoutMs: LOOKUP_MS, body: bodyOf(payload, requirement) })
        return lookedUpOf(body)
      } catch (error) {
        return { kind: 'unknown', why: messageOf(error), isAnswered: false }
      }
    },
    async receipt(paid) {
      const wish: ReceiptPayload = { version: 1, ...paid, issuedAt: Math.floor(Date.now() / 1_000) }
      try {
        const answer = await chain?.('/x402/receipts', { timeoutMs: RECEIPT_MS, body: wish })
        const { signature } = SignedAnswer.parse(answer?.body)
        return receiptExtension(signature)
      } catch {
        // A settlement is valid without a receipt.
        return null
      }
    },
  }
}

function verifiedOf({ isValid, invalidReason, extra }: VerifyAnswer): Verified {
  if (!isValid) {
    const reason = invalidReason ?? 'unexpected_verify_error'
    return VERIFY_FAILED.has(reason) ? { kind: 'unknown', why: reason } : { kind: 'invalid', reason }
  }
  const balance = extra?.['balance']
  const isAmount = typeof balance === 'string' && /^\d{1,30}$/.test(balance)
  return { kind: 'valid', balance: isAmount ? BigInt(balance) : null }
}

function settledOf(answer: SettleAnswer, requirement: PaymentRequirements): Settled {
  const { transaction = null, network, errorReason, amount, extensions, extra } = answer
  if (answer.success) {
    const isThis =
      (network ?? requirement.network) === requirement.network && (amount ?? requirement.amount) === requirement.amount
    if (isThis && transaction !== null && transaction !== '')
      return { kind: 'paid', transaction, logIndex: extra?.logIndex ?? null, ...(extensions ? { extensions } : {}) }
    return { kind: 'unknown', why: 'the settlement is of another payment', transaction: null }
  }
  const reason = errorReason ?? 'unexpected_settle_error'
  if (NOTHING_WAS_SENT.has(reason) && (transaction ?? '') === '') return { kind: 'failed', reason }
  return { kind: 'unknown', why: reason, transaction: transaction === '' ? null : transaction }
}

/** Lookup reasons that mean the chain answered and does not show the payment, as opposed to no answer. */
const NOT_SHOWN = new Set(['not_settled_yet'])

function lookedUpOf(body: unknown): LookedUp {
  const { success, data } = LookupAnswer.safeParse(body)
  if (!success) return { kind: 'unknown', why: 'the answer is no lookup', isAnswered: false }
  if (data.state === 'unpaid') return { kind: 'unpaid', reason: data.reason ?? 'not_on_chain' }
  if (data.state === 'unknown') {
    return { kind: 'unknown', why: data.reason ?? 'not final', isAnswered: NOT_SHOWN.has(data.reason ?? '') }
  }
  const { transaction, logIndex = null } = data
  return transaction === undefined || transaction === null || transaction === ''
    ? { kind: 'unknown', why: 'paid, by no transaction', isAnswered: false }
    : { kind: 'paid', transaction, logIndex }
}

/**
 * Fails closed: a network counts as supported only after the facilitator said that it settles it; on Solana also that
 * its fee payer is the one we offer.
 */
function supportOf(ask: AskSettlement, log: Log): (requirement: PaymentRequirements) => Promise<string | null> {
  let known: { kinds: SupportedAnswer['kinds']; at: number } | null = null
  let failedAt = 0
  let asking: Promise<void> | null = null
  const learn = async () => {
    try {
      const { body } = await ask('/supported', { timeoutMs: SUPPORTED_MS })
      known = { kinds: SupportedAnswer.parse(body).kinds, at: Date.now() }
    } catch (error) {
      failedAt = Date.now()
      log.warn({ err: error }, 'the facilitator does not say what it settles; payments are refused until it does')
    }
  }
  return async ({ network, scheme, extra }) => {
    const isOld = known === null || Date.now() - known.at > SUPPORTED_KEPT_MS
    if (isOld && Date.now() - failedAt > ASK_AGAIN_MS) {
      asking ??= learn().finally(() => (asking = null))
      if (known === null) await asking
    }
    const kind = known?.kinds.find((one) => one.x402Version === 2 && one.scheme === scheme && one.network === network)
    if (kind === undefined) return known === null ? 'the facilitator does not answer' : `it does not settle ${network}`
    const feePayer = kind.extra?.['feePayer']
    if (extra['feePayer'] === undefined || feePayer === extra['feePayer']) return null
    log.error({ network, ours: extra['feePayer'], theirs: feePayer }, 'SOLANA_FEE_PAYER is not of this facilitator')
    return 'the fee payer is not of this facilitator'
  }
}
type VerifyAnswer = ReturnType<typeof VerifyAnswer.parse>
type SettleAnswer = ReturnType<typeof SettleAnswer.parse>
type SupportedAnswer = ReturnType<typeof SupportedAnswer.parse>

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
