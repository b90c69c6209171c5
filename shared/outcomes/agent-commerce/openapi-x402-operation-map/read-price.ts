import { isObject, ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import { atomicOf, isAtomic } from '#shared/engines/x402/networks/amount.ts'

/** A price as an extension or a 402 example tells it. */
export type Price =
  /** Whole dollars, in the decimals of the asset. */
  | { kind: 'dollars'; amount: string }
  | { kind: 'atomic'; amount: string; accepts: readonly JsonObject[] }
  | { kind: 'dynamic'; told: string }
  | { kind: 'currency'; told: string }
  | { kind: 'unreadable'; told: string }
  | { kind: 'none' }

const ATOMIC_NAMES = ['amount_atomic', 'amountAtomic', 'price_atomic', 'priceAtomic', 'maxAmountRequired', 'atomic']
const DOLLAR_NAMES = ['price', 'price_usd', 'priceUsd', 'amount_usd', 'amountUsd', 'price_usdc', 'usd']

/** Reads x-payment-info or x-x402: {price: "0.02"}, {price: {mode, currency, amount}}, {accepts: [...]} and their kin. */
export function readPrice(extension: unknown): Price {
  if (typeof extension === 'string' || typeof extension === 'number') return dollars(extension, undefined)
  if (!isObject(extension)) return { kind: 'none' }
  const accepts = ownValue(extension, 'accepts')
  const entries = (Array.isArray(accepts) ? accepts : [accepts]).filter(isObject)
  const first = entries.flatMap((entry) => ownValue(entry, 'amount') ?? ownValue(entry, 'maxAmountRequired') ?? [])[0]
  if (typeof first === 'string' && isAtomic(first)) return { kind: 'atomic', amount: first, accepts: entries }
  for (const name of ATOMIC_NAMES) {
    const value = ownValue(extension, name)
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && isAtomic(text)) return { kind: 'atomic', amount: text, accepts: entries }
  }
  for (const name of DOLLAR_NAMES) {
    const value = ownValue(extension, name)
    if (isObject(value)) return ofObject(value)
    if (value !== undefined) return dollars(value, ownValue(extension, 'currency'))
  }
  const amount = ownValue(extension, 'amount')
  if (amount === undefined) return { kind: 'none' }
  // A bare amount in digits is atomic, as it is everywhere in x402; one with a point is dollars.
  if (typeof amount === 'string' && isAtomic(amount)) return { kind: 'atomic', amount, accepts: entries }
  return dollars(amount, ownValue(extension, 'currency'))
}

function ofObject(price: JsonObject): Price {
  const mode = ownValue(price, 'mode')
  if (mode !== undefined && mode !== 'fixed') {
    const [min, max] = [ownValue(price, 'min'), ownValue(price, 'max')]
    return {
      kind: 'dynamic',
      told:
        min === undefined && max === undefined ? preview(mode) : `${preview(min ?? null)} to ${preview(max ?? null)}`,
    }
  }
  const atomic = ATOMIC_NAMES.map((name) => ownValue(price, name)).find(
    (value) => typeof value === 'string' && isAtomic(value),
  )
  if (typeof atomic === 'string') return { kind: 'atomic', amount: atomic, accepts: [] }
  const value = ownValue(price, 'amount') ?? ownValue(price, 'value') ?? ownValue(price, 'usd')
  return value === undefined
    ? { kind: 'unreadable', told: preview(price) }
    : dollars(value, ownValue(price, 'currency'))
}

function dollars(value: unknown, currency: unknown): Price {
  if (currency !== undefined && !(typeof currency === 'string' && /^(?:USD|USDC|\$)$/i.test(currency)))
    return { kind: 'currency', told: preview(currency) }
  const text = (typeof value === 'number' || typeof value === 'string' ? String(value) : '')
    .replace(/\s*(?:USDC?|\$)\s*$/i, '')
    .trim()
  // Eighteen decimals: more than any token has.
  return atomicOf(text, 18) === null
    ? { kind: 'unreadable', told: preview(value) }
    : { kind: 'dollars', amount: text.replace(/^\$/, '') }
}
