import { isObject, ownValue } from '../json/json-value.ts'
import { LintReport } from '../lint/lint-report.ts'
import { mergeVerdicts } from '../lint/merge-verdicts.ts'
import { lintPaymentRequired } from './payment-required/lint-payment-required.ts'
import { readOptions } from './payment-required/read-options.ts'
import { routeProbeRules } from './route-probe.rules.ts'
import { selectOption } from './payment-required/select-option.ts'

/** Answer of a route; null when there was none. */
export type ProbedAnswer = {
  status: number
  headers: Readonly<Record<string, string | string[]>>
  body: Buffer
} | null
export type Probed = {
  url: string
  method: string
  /** The body that was sent, as JSON. */
  body: unknown
  answer: ProbedAnswer
  /** The method that was tried first, when the route allowed another one only. */
  refusedMethod: string | null
  walletNetworks: readonly string[] | undefined
}

export type RouteState =
  | 'payable'
  | 'free'
  | 'auth_required'
  | 'not_found'
  | 'method_not_allowed'
  | 'invalid_request_before_payment'
  | 'broken_402'
  | 'unreachable'

/** Reads an answer to an unpaid request: what the route is, and how exactly it is paid. Never throws. */
export function probeRoute(probed: Probed) {
  const { answer, refusedMethod, method } = probed
  const report = new LintReport(routeProbeRules)
  if (refusedMethod !== null) report.add('RP_OTHER_METHOD', '', { method: refusedMethod, other: method })
  const allow = methodsOf(answer)
  if (answer?.status === 402) return { ...paid(probed, answer, report), allow }
  const state = unpaidState(report, answer, allow)
  return { ...report.conclude(probed.url), x402_version: null, state, recipe: null, input_schema: null, allow }
}

function paid(
  probed: Probed,
  { headers, body }: NonNullable<ProbedAnswer>,
  report: LintReport<typeof routeProbeRules>,
) {
  const text = body.toString('utf8').slice(0, 262_144)
  const { findings, summary, input_digest, x402_version, decoded, accepts } = lintPaymentRequired({
    body: text === '' ? undefined : text,
    headers,
    expectUrl: probed.url,
  })
  const options = decoded === null ? null : readOptions(decoded)
  const chosen =
    options === null || accepts.length === 0
      ? null
      : selectOption({
          options,
          wallets: probed.walletNetworks?.map((network) => ({ network })),
          prefer: [],
          maxUsd: undefined,
          allowTestnet: true,
          schemes: ['exact'],
          input: null,
        })
  if (chosen !== null && chosen.selected === null) {
    const reasons = [...new Set(chosen.reasons.map(({ code }) => code))].join(', ')
    report.add('RP_NO_OPTION', '/accepts', { reasons })
  }
  const both = mergeVerdicts(report.conclude(probed.url), { findings, summary })
  const isBroken = chosen === null
  return {
    valid: both.valid,
    decision: isBroken ? ('no-go' as const) : both.decision,
    findings: both.findings,
    summary: both.summary,
    input_digest,
    x402_version,
    state: isBroken ? ('broken_402' as const) : ('payable' as const),
    recipe: chosen?.selected ? recipeOf(probed, chosen, x402_version) : null,
    input_schema: decoded === null ? null : inputSchemaOf(decoded),
  }
}

function recipeOf(
  { url, method, body }: Probed,
  { selected, amount, client_hint: hint }: ReturnType<typeof selectOption>,
  version: number | null,
) {
  const seconds = selected === null ? undefined : ownValue(selected, 'maxTimeoutSeconds')
  return {
    accepts: selected ?? {},
    amount,
    request: { method, url, body: body ?? null },
    header: version === 1 ? ('X-PAYMENT' as const) : ('PAYMENT-SIGNATURE' as const),
    sign: hint,
    expires_s: typeof seconds === 'number' ? seconds : null,
  }
}

/** The schema of the request: of the bazaar extension in v2, of outputSchema in v1. */
function inputSchemaOf(document: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const bazaar = at(document, 'extensions', 'bazaar', 'schema', 'properties', 'input')
  if (isObject(bazaar)) {
    const body = at(bazaar, 'properties', 'body') ?? at(bazaar, 'properties', 'queryParams')
    return isObject(body) ? { ...body } : { ...bazaar }
  }
  const accepts = ownValue(document, 'accepts')
  const [first] = Array.isArray(accepts) ? accepts : []
  const v1 = isObject(first) ? at(first, 'outputSchema', 'input') : undefined
  return isObject(v1) ? { ...v1 } : null
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((node, name) => (isObject(node) ? ownValue(node, name) : undefined), value)
}

function unpaidState(
  report: LintReport<typeof routeProbeRules>,
  answer: ProbedAnswer,
  allow: readonly string[],
): RouteState {
  if (answer === null) {
    report.add('RP_UNREACHABLE', '')
    return 'unreachable'
  }
  const { status } = answer
  if (status === 405) {
    report.add('RP_METHOD', '', { allow: allow.join(', ') || 'another method' })
    return 'method_not_allowed'
  }
  if (status >= 200 && status < 300) {
    report.add('RP_FREE', '', { status })
    return 'free'
  }
  if (status === 401 || status === 403) {
    report.add('RP_AUTH', '', { status })
    return 'auth_required'
  }
  if (status === 404 || status === 410) {
    report.add('RP_NOT_FOUND', '', { status })
    return 'not_found'
  }
  if (status === 400 || status === 415 || status === 422) {
    report.add('RP_INVALID', '', { status, said: answer.body.toString('utf8').slice(0, 160).toWellFormed() })
    return 'invalid_request_before_payment'
  }
  report.add(status >= 300 && status < 400 ? 'RP_REDIRECT' : 'RP_OTHER', '', { status })
  return 'unreachable'
}

/** The methods an Allow header names. */
export function methodsOf(answer: ProbedAnswer): string[] {
  const allow = [answer?.headers['allow'] ?? []].flat().join(',')
  const words = allow.split(',').map((word) => word.trim().toUpperCase())
  return [...new Set(words.filter((word) => /^[A-Z]{1,20}$/.test(word)))].slice(0, 20)
}
