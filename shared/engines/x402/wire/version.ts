import { isObject, ownValue } from '#shared/engines/json/json-value.ts'

export type X402Version = 1 | 2

/**
 * Detects the protocol version of a document: the stated one, else by its fields (amount and accepted are v2,
 * maxAmountRequired is v1). Null when neither shows it.
 */
export function versionOf(document: unknown): X402Version | null {
  if (!isObject(document)) return null
  const said = ownValue(document, 'x402Version')
  const number = typeof said === 'string' ? Number(said) : said
  if (number === 1 || number === 2) return number
  if (said !== undefined) return null
  const accepts = ownValue(document, 'accepts')
  const entries = Array.isArray(accepts)
    ? accepts.filter(isObject)
    : [document, ownValue(document, 'accepted')].filter(isObject)
  if (entries.some((entry) => Object.hasOwn(entry, 'maxAmountRequired'))) return 1
  return entries.some((entry) => Object.hasOwn(entry, 'amount')) || Object.hasOwn(document, 'accepted') ? 2 : null
}
