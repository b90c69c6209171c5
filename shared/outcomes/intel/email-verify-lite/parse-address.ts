import { isIP } from 'node:net'

import { dnsName } from '#shared/lib/network/dns-name.ts'

/** RFC 5321, 4.5.3.1: octets. */
const LONGEST_LOCAL = 64
const LONGEST_PATH = 254

/** An address taken apart; `problem` is why it is none, and the rest is as far as it could be read. */
export type ParsedAddress = {
  /** As it was sent, without spaces around it. */
  given: string
  local: string
  /** A-label form in lower case; null where it is none. */
  domain: string | null
  /** `user@[192.0.2.1]`: an address instead of a domain. */
  isLiteral: boolean
  isQuoted: boolean
  /** The local part is not ASCII: only servers with SMTPUTF8 take it (RFC 6531). */
  isInternational: boolean
  problem: string | null
}

const ATOM = /^[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+$/u
const QUOTED = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e\u0080-\u{10ffff}]|\\[\x20-\x7e])*"$/u

/** Reads an address by RFC 5321: dot-atoms or a quoted local part, no comments, no display name. Never throws. */
export function parseAddress(text: string): ParsedAddress {
  const given = text.trim()
  const at = given.lastIndexOf('@')
  const local = at < 0 ? given : given.slice(0, at)
  const rest = at < 0 ? '' : given.slice(at + 1)
  const literal = /^\[(?:IPv6:)?([^\]]*)\]$/i.exec(rest)?.[1] ?? null
  const domain = literal === null ? dnsName(rest) : null
  const parsed = {
    given,
    local,
    domain,
    isLiteral: literal !== null,
    isQuoted: local.startsWith('"'),
    isInternational: /[^\x20-\x7e]/.test(local),
  }
  return { ...parsed, problem: problemOf(parsed, at, rest, literal) }
}

function problemOf(
  { given, local, domain, isQuoted }: Omit<ParsedAddress, 'problem'>,
  at: number,
  rest: string,
  literal: string | null,
): string | null {
  if (at < 0) return 'there is no @ in it'
  if (local === '') return 'nothing stands before the @'
  if (rest === '') return 'nothing stands after the @'
  if (!given.isWellFormed() || /\p{Cc}/u.test(given)) return 'it holds a character that no address has'
  if (Buffer.byteLength(local) > LONGEST_LOCAL) return `the part before the @ is longer than ${LONGEST_LOCAL} octets`
  if (isQuoted && !QUOTED.test(local))
    return 'the quoted part before the @ is not closed, or holds what has to be escaped'
  if (!isQuoted) {
    const atoms = local.split('.')
    if (atoms.includes('')) return 'a dot stands first, last or twice in a row before the @'
    if (!atoms.every((atom) => ATOM.test(atom))) return 'a character before the @ is allowed in quotes only'
  }
  if (literal !== null) return isIP(literal) === 0 ? 'the brackets after the @ hold no address' : null
  if (domain === null) return 'what stands after the @ is no domain name'
  if (rest.endsWith('.')) return 'a dot stands last'
  if (Buffer.byteLength(local) + 1 + domain.length > LONGEST_PATH) return `it is longer than ${LONGEST_PATH} octets`
  return null
}
