import { isObject, ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import { errorFact, type FailureCategory, type MoneyState } from '#shared/engines/x402/wire/error-codes.rules.ts'
import { STATUS_SIGNS, TEXT_SIGNS } from './failure-signs.rules.ts'
import { readDocument, valueOf } from '#shared/engines/x402/wire/read-document.ts'
import { readHeaders, type Headers } from '#shared/engines/x402/wire/read-headers.ts'

/** What a client saw of a call that failed. */
export type Failure = {
  status?: number | undefined
  headers?: JsonObject | undefined
  body?: JsonObject | string | undefined
  error?: string | undefined
  /** True when a payment had been sent along. */
  wasPaid: boolean
}

export type Evidence = {
  source: 'payment_response' | 'body' | 'header' | 'error' | 'status' | 'payment' | 'attempts'
  path: string
  value: string
  rule: string
}

/** The strongest sign of what happened, with all that speaks for it. */
export type Classified = {
  category: FailureCategory
  confidence: number
  money: MoneyState
  evidence: Evidence[]
  settlement: JsonObject | null
  body: unknown
}

const CODE_FIELDS = ['errorReason', 'invalidReason', 'code', 'error', 'error_code', 'reason']
const TEXT_FIELDS = ['error', 'message', 'detail', 'errorMessage', 'invalidMessage']
const MOST_TEXT = 4_000

type Sign = { category: FailureCategory; confidence: number; money: MoneyState; evidence: Evidence }

/** What nobody answers to a call without a payment: one was sent, whether the caller says so or not. */
const TELLS_OF_A_PAYMENT: ReadonlySet<FailureCategory> = new Set([
  'nonce_reused',
  'settlement_pending',
  'settlement_failed',
  'paid_but_denied',
])

/** Reads signs in the order of their weight: the settlement header, codes of the body, texts, the status. */
export function classifyFailure(failure: Failure): Classified {
  const headers = readHeaders(failure.headers)
  const settlement = settlementOf(headers)
  const sent = failure.body === undefined ? undefined : valueOf(readDocument(failure.body))
  const body = sent ?? failure.body
  const texts = [
    ...(failure.error === undefined ? [] : [['error', '/error', failure.error] as const]),
    ...textsOf(body),
  ]
  const signs = [
    ...ofSettlement(settlement, failure),
    ...ofCodes(body, failure.wasPaid),
    ...texts.flatMap(([source, path, text]) => ofText(source, path, text, failure.wasPaid)),
    ...ofStatus(failure),
  ]
  const [strongest] = signs.toSorted((a, b) => b.confidence - a.confidence)
  const tells = signs.some(
    ({ category, evidence }) => TELLS_OF_A_PAYMENT.has(category) || evidence.rule === 'code_with_transaction',
  )
  if (!failure.wasPaid && tells) return classifyFailure({ ...failure, wasPaid: true })
  const shared = { settlement, body, evidence: signs.map(({ evidence }) => evidence) }
  if (strongest === undefined)
    return { category: 'unknown', confidence: 0.2, money: failure.wasPaid ? 'unknown' : 'not_moved', ...shared }
  const { category, confidence, money } = strongest
  return { category, confidence, money: failure.wasPaid || settlement !== null ? money : 'not_moved', ...shared }
}

/** PAYMENT-RESPONSE, or its v1 name. */
function settlementOf({ values }: Headers): JsonObject | null {
  const text = values.get('payment-response') ?? values.get('x-payment-response')
  const value = text === undefined ? undefined : valueOf(readDocument(text))
  return isObject(value) ? value : null
}

function ofSettlement(settlement: JsonObject | null, { status }: Failure): Sign[] {
  if (settlement === null) return []
  const success = ownValue(settlement, 'success')
  const evidence = (value: unknown, rule: string, path = '/success'): Evidence => ({
    source: 'payment_response',
    path,
    value: preview(value ?? null),
    rule,
  })
  if (success === true) {
    const isDenied = status === undefined || status >= 400
    return [
      {
        category: isDenied ? 'paid_but_denied' : 'unknown',
        confidence: 1,
        money: 'moved',
        evidence: evidence(true, 'settled'),
      },
    ]
  }
  const reason = ownValue(settlement, 'errorReason')
  const fact = typeof reason === 'string' ? errorFact(reason) : null
  const wasBroadcast = Boolean(ownValue(settlement, 'transaction'))
  if (fact !== null)
    return [
      {
        category: fact.category,
        confidence: 1,
        money: wasBroadcast ? 'unknown' : fact.money,
        evidence: evidence(reason, wasBroadcast ? 'code_with_transaction' : 'code', '/errorReason'),
      },
    ]
  return [
    {
      category: 'settlement_failed',
      confidence: 0.8,
      money: 'unknown',
      evidence: evidence(reason ?? success, 'not_settled'),
    },
  ]
}

function ofCodes(body: unknown, wasPaid: boolean): Sign[] {
  if (!isObject(body)) return []
  const nested = ['detail', 'error', 'data'].flatMap((name) => {
    const value = ownValue(body, name)
    return isObject(value) ? [[`/${name}`, value] as const] : []
  })
  return [['', body] as const, ...nested].flatMap(([at, object]) =>
    CODE_FIELDS.flatMap((name): Sign[] => {
      const value = ownValue(object, name)
      const fact = typeof value === 'string' && value.length <= 120 ? errorFact(value) : null
      // "Payment required" after a payment says that it was not seen, or not told apart from none.
      if (fact === null || typeof value !== 'string' || (fact.category === 'not_paid' && wasPaid)) return []
      const { category, money } = fact
      const wasBroadcast = Boolean(ownValue(object, 'transaction'))
      return [
        {
          category,
          confidence: 1,
          money: wasBroadcast ? 'unknown' : money,
          evidence: {
            source: 'body',
            path: `${at}/${name}`,
            value: preview(value),
            rule: wasBroadcast ? 'code_with_transaction' : 'code',
          },
        },
      ]
    }),
  )
}

function textsOf(body: unknown): [Evidence['source'], string, string][] {
  if (typeof body === 'string') return [['body', '', body.slice(0, MOST_TEXT)]]
  if (!isObject(body)) return []
  return TEXT_FIELDS.flatMap((name): [Evidence['source'], string, string][] => {
    const value = ownValue(body, name)
    return typeof value === 'string' ? [['body', `/${name}`, value.slice(0, MOST_TEXT)]] : []
  })
}

function ofText(source: Evidence['source'], path: string, text: string, wasPaid: boolean): Sign[] {
  const cut = text.slice(0, MOST_TEXT)
  const code = errorFact(cut)
  if (source === 'error' && code !== null)
    return [
      {
        category: code.category,
        confidence: 1,
        money: code.money,
        evidence: { source, path, value: preview(cut), rule: 'code' },
      },
    ]
  const sign = TEXT_SIGNS.find(({ pattern }) => pattern.test(cut))
  if (sign === undefined) return []
  const { id, category, confidence, afterPayment } = sign
  const money = wasPaid ? afterPayment : 'not_moved'
  const isUnreached = category === 'unknown' && !wasPaid
  return [
    {
      category: isUnreached ? 'server_error' : category,
      confidence,
      money,
      evidence: { source, path, value: preview(cut), rule: `text:${id}` },
    },
  ]
}

function ofStatus({ status, wasPaid }: Failure): Sign[] {
  const sign = status === undefined ? undefined : STATUS_SIGNS.find(({ from, to }) => status >= from && status <= to)
  if (sign === undefined) return []
  const { category, afterPayment } = sign
  const isSilent402 = status === 402 && wasPaid
  return [
    {
      category: isSilent402 ? 'unknown' : category,
      confidence: isSilent402 ? 0.2 : sign.confidence,
      money: wasPaid ? afterPayment : 'not_moved',
      evidence: { source: 'status', path: '/status', value: String(status), rule: `status:${status}` },
    },
  ]
}
