import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { conclude, type Check, type Decision, type Finding } from '#shared/engines/guard/verdict.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'
import { readAuthorization } from '#shared/engines/x402/payment/check-eip3009.ts'
import { classifyFailure, type Classified, type Evidence } from './classify-failure.ts'
import { adviceFor, type FailureAction } from './failure-actions.rules.ts'
import { readDocument, valueOf } from '#shared/engines/x402/wire/read-document.ts'
import { readHeaders } from '#shared/engines/x402/wire/read-headers.ts'
import { readOption } from '#shared/engines/x402/payment-required/option.ts'
import { sameAddress } from '#shared/engines/x402/networks/token.ts'

type Asked = {
  status?: number | undefined
  headers?: JsonObject | undefined
  body?: JsonObject | string | undefined
  error?: string | undefined
  payment?: JsonObject | string | undefined
  attempts?: readonly JsonObject[] | undefined
}

const RULESET = '402-failure/2026-11-20'
const EQUAL_FAILURES = 3
const MOST_RETRY_S = 86_400

/** How freely a client may act on an action. */
const DECISIONS: Readonly<Record<FailureAction, Decision>> = {
  pay: 'allow',
  wait_and_retry_same: 'allow',
  fix_and_resign: 'review',
  top_up: 'review',
  poll_settlement: 'require_confirm',
  contact_merchant: 'require_confirm',
  stop: 'block',
}

/** Explains a paid call that failed, and says what to do without paying twice. */
export function failureVerdict(asked: Asked, nowMs: number) {
  const { attempts = [], payment } = asked
  const sent = payment === undefined ? undefined : valueOf(readDocument(payment))
  const nonce = nonceOf(sent)
  const wasPaid =
    payment !== undefined || attempts.some((attempt) => typeof ownValue(attempt, 'payment_nonce') === 'string')
  const seen = withHistory(withTerms(classifyFailure({ ...asked, wasPaid }), sent), attempts, nonce)
  const isSuccess = asked.status !== undefined && asked.status < 400 && seen.category === 'unknown'
  const { action, next } = adviceFor(seen.category, seen.money)
  const repeats = equalTail(attempts, asked)
  const isStuck = repeats >= EQUAL_FAILURES
  const word = isSuccess ? 'allow' : isStuck ? 'block' : DECISIONS[action]
  const finding: Finding = {
    decision: word,
    code: isStuck ? 'same_failure_repeated' : seen.category,
    message: isStuck
      ? `The same failure (${seen.category}) happened ${repeats} times in a row.`
      : `${sentence(seen.category)} The money ${MONEY[seen.money]}.`,
    evidence: seen.evidence.slice(0, 5),
    next: isStuck ? 'Stop calling; change what is sent, or have it looked at.' : next,
  }
  const checks: Check[] = [
    {
      id: 'payment',
      status: wasPaid ? 'pass' : 'skipped',
      detail: wasPaid ? 'a payment had been sent' : 'payment was not given',
    },
    {
      id: 'settlement',
      status: seen.settlement === null ? 'skipped' : 'pass',
      detail: seen.settlement === null ? 'no PAYMENT-RESPONSE header' : 'PAYMENT-RESPONSE was read',
    },
    {
      id: 'attempts',
      status: attempts.length === 0 ? 'skipped' : isStuck ? 'fail' : 'pass',
      detail: attempts.length === 0 ? 'attempts was not given' : `${repeats} equal failures in a row`,
    },
  ]
  const reached = isStuck ? 'stop' : action
  return {
    ...conclude({ input: asked, ruleset: RULESET, findings: isSuccess ? [] : [finding], checks, proceed: next }),
    category: seen.category,
    confidence: seen.confidence,
    money_state: seen.money,
    resign_safe: seen.money === 'not_moved',
    action: reached,
    retry_after_s: retryAfter(asked, seen.body, nowMs) ?? usualWait(reached),
    evidence: seen.evidence,
  }
}

const MONEY = { not_moved: 'did not move', moved: 'moved', unknown: 'may have moved' } as const

const sentence = (category: string) => `The call failed: ${category.replaceAll('_', ' ')}.`

/** A fresh 402 whose terms are not those that were paid is a change of price, not a refusal of the payment. */
function withTerms(seen: Classified, payment: unknown): Classified {
  const accepts = isObject(seen.body) ? ownValue(seen.body, 'accepts') : undefined
  const accepted = isObject(payment) ? (ownValue(payment, 'accepted') ?? payment) : undefined
  if (!Array.isArray(accepts) || accepts.length === 0 || !isObject(accepted) || seen.money === 'moved') return seen
  const paid = readOption(accepted)
  if (paid.amount === null && paid.payTo === null) return seen
  const same = accepts
    .map(readOption)
    .filter(
      ({ network, asset }) =>
        network?.caip2 === paid.network?.caip2 &&
        (asset === null || paid.asset === null || sameAddress(asset, paid.asset)),
    )
  const isOffered = same.some(
    ({ amount, payTo }) =>
      amount === paid.amount && (payTo === null || paid.payTo === null || sameAddress(payTo, paid.payTo)),
  )
  if (isOffered || same.length === 0) return seen
  const [now] = same
  const isExact = seen.confidence === 1 && seen.category !== 'not_paid'
  const evidence: Evidence = {
    source: 'payment',
    path: '/body/accepts',
    value: `paid ${paid.amount} to ${paid.payTo}, asked ${now?.amount} to ${now?.payTo}`,
    rule: 'terms_differ',
  }
  return {
    ...seen,
    evidence: [...seen.evidence, evidence],
    ...(isExact ? {} : { category: 'price_changed', confidence: 0.8 }),
  }
}

/** Adds the history of attempts. The chain accepts a nonce only once, so one nonce in two attempts is a finding. */
function withHistory(seen: Classified, attempts: readonly JsonObject[], nonce: string | null): Classified {
  const nonces = attempts
    .map((attempt) => ownValue(attempt, 'payment_nonce'))
    .filter((value) => typeof value === 'string')
  const all = nonce === null ? nonces : [...nonces, nonce]
  const repeated = all.find((value, at) => all.indexOf(value) !== at)
  if (repeated === undefined || seen.money === 'moved' || seen.confidence === 1) return seen
  const evidence: Evidence = { source: 'attempts', path: '/attempts', value: repeated.slice(0, 80), rule: 'same_nonce' }
  return {
    ...seen,
    category: 'nonce_reused',
    confidence: 0.8,
    money: 'unknown',
    evidence: [...seen.evidence, evidence],
  }
}

function nonceOf(payment: unknown): string | null {
  const payload = isObject(payment) ? ownValue(payment, 'payload') : undefined
  return isObject(payload) ? (readAuthorization(null, payload)?.nonce ?? null) : null
}

/** How many equal failures stand at the end of the history, the present one counted when it is like them. */
function equalTail(attempts: readonly JsonObject[], { status, error }: Asked): number {
  const keyOf = (object: JsonObject) =>
    JSON.stringify([ownValue(object, 'status') ?? null, ownValue(object, 'error') ?? null])
  const last = attempts.at(-1)
  const lastStatus = last === undefined ? undefined : ownValue(last, 'status')
  if (last === undefined || (typeof lastStatus === 'number' && lastStatus < 400)) return 0
  const key = keyOf(last)
  const before = attempts.findLastIndex((attempt) => keyOf(attempt) !== key)
  const isSame = key === keyOf({ status, error }) || (error === undefined && status === lastStatus)
  return attempts.length - 1 - before + (isSame ? 1 : 0)
}

function retryAfter({ headers }: Asked, body: unknown, nowMs: number): number | null {
  const header = readHeaders(headers).values.get('retry-after')
  const said = header ?? (isObject(body) ? ownValue(body, 'retry_after_s') : undefined)
  if (typeof said === 'number' && said >= 0) return Math.min(MOST_RETRY_S, Math.ceil(said))
  if (typeof said !== 'string') return null
  if (/^\d{1,9}$/.test(said)) return Math.min(MOST_RETRY_S, Number(said))
  const at = instantOf(said) ?? Date.parse(said)
  return Number.isNaN(at) ? null : Math.min(MOST_RETRY_S, Math.max(0, Math.ceil((at - nowMs) / 1000)))
}

function usualWait(action: FailureAction): number | null {
  if (action === 'wait_and_retry_same') return 5
  return action === 'poll_settlement' ? 2 : null
}
