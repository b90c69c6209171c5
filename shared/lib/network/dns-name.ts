import { isIPv4, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'

import { Refusal } from '#shared/errors.ts'

import { PRIVATE_REVERSE_V4, PRIVATE_TLDS, PRIVATE_ZONES } from './private-names.rules.ts'

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/
const LONGEST_NAME = 253

/**
 * Normalizes a domain name for a DNS query: lower case, IDN as A-labels, no final dot. Returns null for text that is
 * not a domain name: an empty or overlong label, other characters, an IP address, a last label of digits.
 */
export function dnsName(text: string): string | null {
  const given = text.trim().replace(/[.\u3002\uFF0E\uFF61]$/, '')
  // ASCII stays as it is: the URL parser would read numbers as addresses.
  const name = isAscii(given) ? given.toLowerCase() : domainToASCII(given)
  if (name === '' || name.length > LONGEST_NAME) return null
  const labels = name.split('.')
  if (!labels.every((label) => LABEL.test(label)) || /^\d+$/.test(labels.at(-1) ?? '')) return null
  return name
}

/** Returns the name for a reverse lookup (PTR) of an address (RFC 1035, 3596); null when the text is not an address. */
export function reverseName(address: string): string | null {
  const bare = address.trim().replace(/^\[(.*)\]$/, '$1')
  if (isIPv4(bare)) return `${bare.split('.').toReversed().join('.')}.in-addr.arpa`
  if (!isIPv6(bare) || bare.includes('%')) return null
  const nibbles = [...hexOf(bare)].toReversed()
  return `${nibbles.join('.')}.ip6.arpa`
}

/** Whether a name belongs to private networks. Looking it up would reveal what an internal resolver knows. */
export function isPrivateName(name: string): boolean {
  const labels = name.split('.')
  if (labels.length < 2 || PRIVATE_TLDS.has(labels.at(-1) ?? '')) return true
  if (PRIVATE_ZONES.some((zone) => name === zone || name.endsWith(`.${zone}`))) return true
  if (name.endsWith('.in-addr.arpa')) {
    const prefix = `${labels.slice(0, -2).toReversed().join('.')}.`
    return PRIVATE_REVERSE_V4.some((range) => prefix.startsWith(range)) || Number(prefix.split('.')[0]) >= 224
  }
  // Only 2000::/3 of IPv6 is routed; 2001:db8::/32 is for documentation.
  if (name.endsWith('.ip6.arpa'))
    return !/^[23]/.test(reverseLabels(labels)) || reverseLabels(labels).startsWith('20010db8')
  return false
}

/** The refusal for a name outside the public DNS. It states the rule and reveals nothing about the name. */
export const nameNotAsked = () =>
  new Refusal('url_not_allowed', 'This name is not looked up; nothing was charged.', {
    detail:
      'Names of the public DNS are looked up: with a dot, not under a private suffix such as .local or .internal, and no reverse name of a private address.',
    fix: { action: 'Send a public domain name, such as example.com.' },
  })

const reverseLabels = (labels: readonly string[]) => labels.slice(0, -2).toReversed().join('')

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** Returns the 32 hex digits of an IPv6 address. */
function hexOf(address: string): string {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const before = groups(head)
  const after = tail === undefined ? [] : groups(tail)
  const middle = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...middle, ...after].map((group) => group.padStart(4, '0')).join('')
}
