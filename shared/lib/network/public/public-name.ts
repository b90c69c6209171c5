import { SPECIAL_TLDS } from './special-names.rules.ts'

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const TLD = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * Whether a host name (normalised by WHATWG URL, without a trailing dot) can be public. The addresses it resolves to
 * are judged separately.
 */
export function isPublicName(host: string): boolean {
  if (host.length > 253) return false
  const labels = host.split('.')
  const tld = labels.at(-1) ?? ''
  if (labels.length < 2 || !TLD.test(tld) || SPECIAL_TLDS.has(tld)) return false
  return labels.every((label) => LABEL.test(label))
}
