import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { kindName } from '#shared/engines/lint/kind-name.ts'
import { LintReport } from '#shared/engines/lint/lint-report.ts'
import { humanAmount } from '../networks/amount.ts'
import { lintDocumentShape, lintVersion } from '../wire/document-shape.ts'
import { lintExtensions } from './lint-extensions.ts'
import { lintOption } from './lint-option.ts'
import { lintResourceSense } from './lint-resource.ts'
import { readOption, type Option } from './option.ts'
import { paymentRequiredRules } from './payment-required.rules.ts'
import { readPaymentRequired } from './read-payment-required.ts'
import { lintRequirementShape, type PaymentReport } from '../wire/requirement-shape.ts'
import { versionOf, type X402Version } from '../wire/version.ts'

type Asked = {
  body?: JsonObject | string | undefined
  headers?: JsonObject | undefined
  strict?: boolean
  expectUrl?: string | undefined
}

/** Ways to pay that are judged one by one; no client looks at more. */
const MOST_OPTIONS = 100
const SOFT_BYTES = 8_192
const HARD_BYTES = 16_384

/** Judges a 402 answer of x402 v1 or v2. Bad documents are findings; nothing is thrown. */
export function lintPaymentRequired({ body, headers, strict = false, expectUrl }: Asked) {
  const report = new LintReport(paymentRequiredRules)
  const { document, carrier, headerBytes } = readPaymentRequired(report, { body, headers })
  const detected = versionOf(document)
  const options = document === undefined ? [] : lintDocument(report, document, detected, expectUrl)
  if (headerBytes !== null && headerBytes > HARD_BYTES)
    report.add('PR_HEADER_OVER_HARD', '/headers/payment-required', { bytes: headerBytes })
  else if (headerBytes !== null && headerBytes > SOFT_BYTES)
    report.add('PR_HEADER_OVER_SOFT', '/headers/payment-required', { bytes: headerBytes })
  const accepts = options.map((option, index) => described(option, index, !report.hasErrorAt(`/accepts/${index}`)))
  return {
    ...report.conclude(document ?? body ?? headers, { strict }),
    x402_version: detected,
    carrier,
    decoded: isObject(document) ? document : null,
    accepts,
    min_price: cheapest(options, accepts),
  }
}

function lintDocument(
  report: PaymentReport,
  document: unknown,
  detected: X402Version | null,
  expectUrl: string | undefined,
): Option[] {
  if (!isObject(document)) {
    report.add('PR_NOT_OBJECT', '', { kind: kindName(document) })
    return []
  }
  if (Object.keys(document).length === 0) {
    report.add('PR_EMPTY', '')
    return []
  }
  const accepts = ownValue(document, 'accepts')
  if (accepts === undefined && Object.hasOwn(document, 'scheme') && Object.hasOwn(document, 'payTo'))
    report.add('PR_BARE_ACCEPT', '')
  lintVersion(report, document, detected)
  const version = detected ?? 2
  lintDocumentShape(report, document, version)
  lintResourceSense(report, document, { version, expectUrl })
  const extensions = ownValue(document, 'extensions')
  if (isObject(extensions)) lintExtensions(report, extensions)
  return lintAccepts(report, accepts, version)
}

function lintAccepts(report: PaymentReport, accepts: unknown, version: X402Version): Option[] {
  if (accepts === undefined) {
    report.add('PR_FIELD_MISSING', '/accepts', { field: 'accepts', hint: 'a list of payment requirements' })
    return []
  }
  if (!Array.isArray(accepts)) {
    report.add('PR_FIELD_TYPE', '/accepts', { field: 'accepts', expected: 'a list', given: kindName(accepts) })
    return []
  }
  if (accepts.length === 0) report.add('PR_ACCEPTS_EMPTY', '/accepts')
  const seen = new Map<string, number>()
  return accepts.slice(0, MOST_OPTIONS).map((entry: unknown, index) => {
    const at = `/accepts/${index}`
    const option = readOption(entry)
    if (!isObject(entry)) {
      report.add('PR_FIELD_TYPE', at, { field: 'accepts', expected: 'a list of objects', given: kindName(entry) })
      return option
    }
    lintRequirementShape(report, entry, at, version)
    lintOption({ report, entry, option, at, version })
    const key = JSON.stringify([
      option.scheme,
      option.networkText,
      option.amount,
      option.asset,
      option.payTo,
      option.extra,
    ])
    const first = seen.get(key)
    if (first === undefined) seen.set(key, index)
    else report.add('PR_ACCEPTS_DUPLICATE', at, { first })
    return option
  })
}

const described = ({ token, network, amount, ...option }: Option, index: number, payable: boolean) => ({
  index,
  scheme: option.scheme,
  network: option.networkText,
  network_caip2: network?.caip2 ?? null,
  asset: option.asset,
  asset_symbol: token?.symbol ?? null,
  amount_atomic: amount,
  amount_human: amount === null || token === null ? null : humanAmount(amount, token.decimals),
  pay_to: option.payTo,
  max_timeout_seconds: option.maxTimeoutSeconds,
  payable,
})

/** The cheapest way to pay among the dollar tokens; the first of equals. */
function cheapest(options: readonly Option[], accepts: readonly ReturnType<typeof described>[]) {
  const priced = accepts.flatMap(({ index, payable, amount_human, asset_symbol }) => {
    const { token, amount } = options[index] ?? {}
    if (!payable || !token?.isUsd || amount === null || amount === undefined || amount_human === null) return []
    return [{ index, amount_human, asset_symbol, micro: BigInt(amount) * 10n ** BigInt(18 - token.decimals) }]
  })
  const [first, ...rest] = priced
  if (first === undefined) return null
  const { index, amount_human, asset_symbol } = rest.reduce(
    (best, next) => (next.micro < best.micro ? next : best),
    first,
  )
  return { index, amount_human, asset_symbol }
}
