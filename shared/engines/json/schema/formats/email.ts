import { isHostname, isIdnHostname, isIpv4, isIpv6 } from './host.ts'

const ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/
const WIDE_ATOM = /^(?:[a-z0-9!#$%&'*+/=?^_`{|}~-]|[^\0-\x7f\p{Surrogate}])+$/iu
const WIDE_QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~]|[^\0-\x7f\p{Surrogate}])*"$/u

/** RFC 5321 `Mailbox`: dotted or quoted local part, domain or address literal. */
export const isEmail = (text: string) => isMailbox(text, ATOM, QUOTED, isHostname)

/** RFC 6531 `Mailbox`: the same with characters beyond ASCII, which need not be in NFC yet. */
export const isIdnEmail = (text: string) =>
  isMailbox(text, WIDE_ATOM, WIDE_QUOTED, (domain) => isIdnHostname(domain.normalize('NFC')))

function isMailbox(text: string, atom: RegExp, quoted: RegExp, isDomain: (text: string) => boolean): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > 320) return false
  const local = text.slice(0, at)
  const isLocal = quoted.test(local) || local.split('.').every((part) => atom.test(part))
  return isLocal && (isDomain(text.slice(at + 1)) || isAddressLiteral(text.slice(at + 1)))
}

function isAddressLiteral(text: string): boolean {
  const literal = /^\[(?:(IPv6:)(.*)|([0-9.]+))\]$/i.exec(text)
  return literal !== null && (literal[1] === undefined ? isIpv4(literal[3] ?? '') : isIpv6(literal[2] ?? ''))
}
