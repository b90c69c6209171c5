import { domainToASCII, domainToUnicode } from 'node:url'

import { isUnicodeLabel } from './unicode-label.ts'

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** RFC 1123 host name; labels that claim to be punycode (RFC 5891) must be. */
export const isHostname = (text: string) => text.length <= 253 && text.split('.').every(isAsciiLabel)

/** RFC 5890 host name: ASCII labels or Unicode ones, with any of the dots of RFC 3490. */
export function isIdnHostname(text: string): boolean {
  if (text.length > 253) return false
  const labels = text.split(/[.\u3002\uff0e\uff61]/)
  if (!labels.every((label) => isAsciiLabel(label) || isInternationalLabel(label))) return false
  // RFC 5893 rule 1: with a right-to-left label in the name, no label starts with a digit.
  if (labels.some((label) => RIGHT_TO_LEFT.test(label)) && labels.some((label) => /^[0-9]/.test(label))) return false
  return labels.map((label) => domainToASCII(label)).join('.').length <= 253
}

function isAsciiLabel(label: string): boolean {
  if (!LABEL.test(label)) return false
  if (!/^xn--/i.test(label)) return true
  const decoded = domainToUnicode(label)
  return decoded !== '' && isInternationalLabel(decoded) && domainToASCII(decoded) === label.toLowerCase()
}

function isInternationalLabel(label: string): boolean {
  if (/^[\0-\x7f]*$/.test(label)) return false
  // Node checks the bidirectional rule (RFC 5893) and the first joiner, and says no with an empty answer.
  const ascii = domainToASCII(label)
  return ascii !== '' && ascii.length <= 63 && isUnicodeLabel(label) && joinersFit(label)
}

/** Checks each zero-width joiner and non-joiner by RFC 5892, appendix A.1 and A.2. */
function joinersFit(label: string): boolean {
  const parts = label.split(/([\u200c\u200d])/)
  return parts.every((part, at) => {
    if (at % 2 === 0) return true
    return (
      domainToASCII([...parts.slice(0, at).filter(isText), part, ...parts.slice(at + 1).filter(isText)].join('')) !== ''
    )
  })
}

const isText = (part: string) => part !== '\u200c' && part !== '\u200d'

/** Dotted quad without leading zeros. */
export const isIpv4 = (text: string) => /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/.test(text)

/** RFC 4291 text form, without a zone. */
export function isIpv6(text: string): boolean {
  if (text.length > 45 || !/^[0-9a-f:.]+$/i.test(text)) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  const all = groups.flat()
  const quad = all.at(-1)?.includes('.') ? all.at(-1) : undefined
  if (quad !== undefined && (!isIpv4(quad) || text.endsWith(':'))) return false
  const hex = quad === undefined ? all : all.slice(0, -1)
  if (!hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  const length = hex.length + (quad === undefined ? 0 : 2)
  return halves.length === 2 ? length <= 7 : length === 8
}
