import { parseJson } from '#shared/lib/parse-json.ts'
import { isObject, ownValue } from '#shared/engines/json/json-value.ts'
import { lintPaymentRequired } from '#shared/engines/x402/payment-required/lint-payment-required.ts'
import { probeRoute } from '#shared/engines/x402/probe-route.ts'
import { readSample } from '#shared/engines/payto/read-sample.ts'
import { paidOperations, type PaidOperation } from './find-operations.ts'
import { READINESS_RULES, type ReadinessCheckId } from './readiness.rules.ts'
import { scoreChecks, type Seen } from './score-checks.ts'

/** One answer of the origin; null where there was none. */
export type Fetched = {
  status: number
  headers: Readonly<Record<string, string | string[]>>
  body: Buffer
  latencyMs: number
} | null

export type SellerSeen = {
  origin: string
  documents: Readonly<Record<'x402_json' | 'openapi' | 'llms_txt' | 'mcp' | 'agent_card', Fetched>>
  /** The unpaid call, twice; url and method of the route that was tried. */
  sample: { url: string; method: 'GET' | 'POST'; first: Fetched; second: Fetched } | null
  /** What a path that is not there answers. */
  missing: Fetched
  input: unknown
}

/** Judges what an origin shows to an agent that would pay it. Never throws. */
export function judgeSeller({ origin, documents, sample, missing, input }: SellerSeen) {
  const openapi = jsonOf(documents.openapi)
  const operations = paidOperations(openapi)
  const openapiText = openapi === null ? '' : (documents.openapi?.body.toString('utf8').toLowerCase() ?? '')
  const answer = sample?.first ?? null
  const probed =
    sample === null
      ? null
      : probeRoute({ ...sample, body: undefined, answer, refusedMethod: null, walletNetworks: undefined })
  const lint = answer?.status === 402 ? lintOf(answer) : null
  const extensions = lint?.decoded === null || lint === null ? null : ownValue(lint.decoded, 'extensions')
  const offers = (name: string) => isObject(extensions) && Object.hasOwn(extensions, name)
  const codes = new Set(lint?.findings.map(({ code }) => code))
  const only = (condition: boolean, good: string, bad: string): Seen =>
    lint === null ? NO_402 : { status: condition ? 'pass' : 'fail', detail: condition ? good : bad }

  const seen: Record<ReadinessCheckId, Seen> = {
    reachable_tls: reachable(origin, [...Object.values(documents), answer, missing]),
    payable_402: payable(sample, answer, lint),
    input_schema:
      probed?.input_schema !== null && probed !== null
        ? pass('the 402 carries it')
        : operations.some((one) => one.hasInput && isOf(one, sample?.url, origin))
          ? pass('OpenAPI has it')
          : fail('neither OpenAPI nor the 402 says what the call takes'),
    x402_json: document(documents.x402_json, jsonOf(documents.x402_json) !== null),
    openapi_402:
      openapi === null
        ? document(documents.openapi, false)
        : operations.length > 0
          ? pass(`${operations.length} paid operation(s)`)
          : fail('no operation says what it costs'),
    header_body: only(
      lint?.carrier === 'both' && !codes.has('PR_HEADER_BODY_MISMATCH'),
      'both carry the same',
      `it is carried by ${lint?.carrier ?? 'none'}${codes.has('PR_HEADER_BODY_MISMATCH') ? ', and they differ' : ' alone'}`,
    ),
    dual_rail: only(rails(lint).size >= 2, [...rails(lint)].join(' and '), 'one network family only'),
    cors_expose: only(exposes(answer), 'PAYMENT-REQUIRED is exposed', 'browsers cannot read PAYMENT-REQUIRED'),
    receipt: told(
      openapiText.includes('payment-response') || openapiText.includes('receipt') || offers('offer-receipt'),
    ),
    idempotency: told(openapiText.includes('idempotency-key') || offers('payment-identifier')),
    stable_payto: stable(answer, sample?.second ?? null),
    latency:
      answer === null
        ? NOT_PROBED
        : answer.latencyMs < 3_000
          ? pass('under three seconds')
          : fail('three seconds or more'),
    error_json:
      missing === null
        ? NOT_PROBED
        : missing.status >= 400 && jsonOf(missing) !== null
          ? pass(`a ${missing.status} in JSON`)
          : fail(`a missing path is answered with ${missing.status}, not in JSON`),
    header_budget: only(
      !codes.has('PR_HEADER_OVER_SOFT') && !codes.has('PR_HEADER_OVER_HARD'),
      'under 8 KB',
      'over 8 KB',
    ),
    llms_or_mcp:
      isThere(documents.llms_txt) || isThere(documents.mcp) ? pass('there is one') : fail('there is neither'),
  }
  return {
    ...scoreChecks(READINESS_RULES, seen, { input, ready: 'Agents can find, call and pay it; nothing is in the way.' }),
    discovered: Object.fromEntries(
      Object.entries(documents).map(([name, one]) => [
        name,
        { status: one?.status ?? null, bytes: one?.body.length ?? 0, found: isThere(one) },
      ]),
    ),
    paid_operations: operations.length,
  }
}

const pass = (detail: string): Seen => ({ status: 'pass', detail })
const fail = (detail: string): Seen => ({ status: 'fail', detail })
const NO_402: Seen = { status: 'skipped', detail: 'there is no 402 to look at' }
const NOT_PROBED: Seen = { status: 'skipped', detail: 'nothing was answered' }

const isThere = (one: Fetched): boolean => one !== null && one.status === 200 && one.body.length > 0
const told = (isTold: boolean): Seen =>
  isTold ? pass('it is documented') : fail('neither OpenAPI nor the 402 tells of it')
const document = (one: Fetched, isRead: boolean): Seen =>
  isRead
    ? pass('it is there')
    : fail(isThere(one) ? 'it is no JSON object' : `it is not there (${one?.status ?? 'no answer'})`)

function reachable(origin: string, answers: readonly Fetched[]): Seen {
  if (answers.every((one) => one === null)) return fail('nothing was answered')
  return origin.startsWith('https:') ? pass('it answers over TLS') : fail('it is not served over https')
}

function payable(sample: SellerSeen['sample'], answer: Fetched, lint: ReturnType<typeof lintOf> | null): Seen {
  if (sample === null) return fail('no paid operation was found; name one as sample_path')
  if (lint === null) return fail(`${sample.method} ${sample.url} answered ${answer?.status ?? 'nothing'} unpaid`)
  const errors = lint.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)
  if (errors.length > 0) return fail(`its 402 has ${[...new Set(errors)].slice(0, 5).join(', ')}`)
  return pass('its 402 has no error')
}

const lintOf = ({ body, headers }: NonNullable<Fetched>) =>
  lintPaymentRequired({ body: body.length === 0 ? undefined : body.toString('utf8').slice(0, 262_144), headers })

const rails = (lint: ReturnType<typeof lintOf> | null): Set<string> =>
  new Set((lint?.accepts ?? []).flatMap(({ network_caip2: name }) => (name === null ? [] : [name.split(':')[0] ?? ''])))

function exposes(answer: Fetched): boolean {
  const exposed = [answer?.headers['access-control-expose-headers'] ?? []].flat().join(',').toLowerCase()
  return exposed.trim() === '*' || exposed.includes('payment-required')
}

function stable(first: Fetched, second: Fetched): Seen {
  const [one, other] = [first, second].map((answer) =>
    answer === null ? null : readSample(answer.status, answer.headers, answer.body),
  )
  if (!one || !other) return { status: 'skipped', detail: 'two 402s are needed to compare' }
  const payees = (options: typeof one) =>
    options
      .map(({ network, address }) => `${network} ${address}`)
      .sort()
      .join()
  return payees(one) === payees(other) ? pass('the same in two 402s') : fail('it changed from one 402 to the next')
}

function isOf({ path }: PaidOperation, url: string | undefined, origin: string): boolean {
  return url === undefined || url === origin + path
}

function jsonOf(one: Fetched): Readonly<Record<string, unknown>> | null {
  const value = parseJson(one?.body.toString('utf8') ?? '')
  return isObject(value) ? value : null
}
