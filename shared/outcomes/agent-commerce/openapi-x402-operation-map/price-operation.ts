import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { atomicOf } from '#shared/engines/x402/networks/amount.ts'
import { readNetwork } from '#shared/engines/x402/networks/network.ts'
import { dollarOf, tokenAt } from '#shared/engines/x402/networks/token.ts'
import type { Operation } from './list-operations.ts'
import type { OpenapiReport } from './read-openapi.ts'
import { readPrice, type Price } from './read-price.ts'

export type PriceSource = 'x-payment-info' | 'x-x402' | '402-response' | 'template' | 'default'

/** What one operation costs. */
export type Priced = {
  paid: 'yes' | 'no' | 'unknown'
  price_atomic: string | null
  price_source: PriceSource | null
  accepts: JsonObject[]
}

export type Defaults = { template: readonly JsonObject[]; priceAtomic: string | null; network: string }

const EXTENSIONS = ['x-payment-info', 'x-x402'] as const
const MOST_TIMEOUT = 60
const PAYMENT_WORDS =
  /\b(?:x402|payment[- ]required|402 payment|pay[- ]per[- ](?:call|use|request)|payment-signature)\b/i
const PAYMENT_SCHEMES = /x402|payment/i

/** Prices an operation: its extension, its path's, its 402 example, the template, the default. In this order. */
export function priceOperation(report: OpenapiReport, operation: Operation, defaults: Defaults): Priced {
  const name = `${operation.method} ${operation.path}`
  const told = tellPrice(operation)
  const isMarked = told !== null || operation.response402 !== undefined
  if (!isMarked) {
    const isMentioned =
      PAYMENT_WORDS.test(operation.description ?? '') ||
      operation.security.some((scheme) => PAYMENT_SCHEMES.test(scheme))
    if (isMentioned) report.add('OA_MAYBE_PAID', operation.at, { operation: name })
    return { paid: isMentioned ? 'unknown' : 'no', price_atomic: null, price_source: null, accepts: [] }
  }
  const price = told?.price ?? { kind: 'none' }
  reportPrice(report, operation.at, name, price)
  if (price.kind === 'dynamic')
    return { paid: 'yes', price_atomic: null, price_source: told?.source ?? null, accepts: [] }
  const templates = price.kind === 'atomic' && price.accepts.length > 0 ? price.accepts : templatesOf(defaults)
  const isTold = price.kind === 'atomic' || price.kind === 'dollars'
  const ofTemplate = amountOf(defaults.template[0])
  const accepts = templates.map((template) =>
    withAmount(template, isTold ? price : (ofTemplate ?? defaults.priceAtomic)),
  )
  const atomic = amountOf(accepts[0])
  const source = isTold ? (told?.source ?? null) : ofTemplate === null ? 'default' : 'template'
  if (atomic === null) {
    const hasAsset = templates.some((template) => typeof ownValue(template, 'asset') === 'string')
    if (isTold && !hasAsset) report.add('OA_PRICE_WITHOUT_ASSET', operation.at, { operation: name })
    else if (price.kind === 'none') report.add('OA_PRICE_MISSING', operation.at, { operation: name })
    return { paid: 'yes', price_atomic: null, price_source: null, accepts: [] }
  }
  if (isTold && accepts.every((entry) => typeof ownValue(entry, 'asset') !== 'string'))
    report.add('OA_PRICE_WITHOUT_ASSET', operation.at, { operation: name })
  if (accepts.some((entry) => typeof ownValue(entry, 'payTo') !== 'string'))
    report.add('OA_PAYTO_MISSING', operation.at, { operation: name })
  return { paid: 'yes', price_atomic: atomic, price_source: source, accepts }
}

/** What the document itself says of the price; null when it says nothing of paying. */
function tellPrice({ object, pathItem, response402 }: Operation): { price: Price; source: PriceSource } | null {
  for (const holder of [object, pathItem])
    for (const name of EXTENSIONS) {
      const extension = ownValue(holder, name)
      if (extension !== undefined && extension !== false && extension !== null)
        return { price: readPrice(extension), source: name }
    }
  if (response402 === undefined) return null
  for (const name of EXTENSIONS) {
    const price = readPrice(ownValue(response402, name))
    if (price.kind !== 'none') return { price, source: '402-response' }
  }
  const content = ownValue(response402, 'content')
  for (const media of isObject(content) ? Object.values(content).filter(isObject) : []) {
    const several = ownValue(media, 'examples')
    const examples = [ownValue(media, 'example'), ...(isObject(several) ? Object.values(several) : [])]
    for (const example of examples) {
      const price = readPrice(isObject(example) ? (ownValue(example, 'value') ?? example) : undefined)
      if (price.kind !== 'none') return { price, source: '402-response' }
    }
  }
  return null
}

function reportPrice(report: OpenapiReport, at: string, operation: string, price: Price): void {
  if (price.kind === 'unreadable') report.add('OA_PRICE_UNREADABLE', at, { operation, given: price.told })
  if (price.kind === 'currency') report.add('OA_PRICE_CURRENCY', at, { operation, given: price.told })
  if (price.kind === 'dynamic') report.add('OA_PRICE_DYNAMIC', at, { operation, given: price.told })
}

/** The payment requirements to fill in: the caller's, else USDC of the default network. */
function templatesOf({ template, network }: Defaults): readonly JsonObject[] {
  if (template.length > 0) return template
  const { caip2 } = readNetwork(network)
  const token = dollarOf(caip2)
  return [
    {
      scheme: 'exact',
      network: caip2 ?? network,
      ...(token === null
        ? {}
        : { asset: token.address, ...(token.domain === null ? {} : { extra: { ...token.domain } }) }),
      maxTimeoutSeconds: MOST_TIMEOUT,
    },
  ]
}

function withAmount(template: JsonObject, price: Price | string | null): JsonObject {
  const amount = typeof price === 'string' || price === null ? price : atomicFor(template, price)
  if (amount === null) return template
  const { maxAmountRequired: _, ...rest } = template
  return { ...rest, amount }
}

function atomicFor(template: JsonObject, price: Price): string | null {
  if (price.kind === 'atomic') return price.amount
  if (price.kind !== 'dollars') return null
  const [network, asset] = [ownValue(template, 'network'), ownValue(template, 'asset')]
  if (typeof asset !== 'string') return null
  const token = tokenAt(typeof network === 'string' ? readNetwork(network).caip2 : null, asset)
  const atomic = atomicOf(price.amount, token?.decimals ?? 6)
  return atomic === null ? null : String(atomic)
}

function amountOf(entry: JsonObject | undefined): string | null {
  const amount = entry === undefined ? undefined : (ownValue(entry, 'amount') ?? ownValue(entry, 'maxAmountRequired'))
  return typeof amount === 'string' && amount !== '' ? amount : null
}
