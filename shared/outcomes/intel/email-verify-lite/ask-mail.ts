import { nullIfRefused } from '#shared/errors.ts'
import type { DnsAnswer, DnsDoor } from '#shared/doors/dns.ts'

import type { MailFacts } from './judge-email.ts'

export type AskedMail = MailFacts & {
  /** Hosts by priority. */
  mx: string[]
  /** The answer that decided; null where none came. */
  answer: DnsAnswer | null
}

/** What is known of a domain that was not asked about. */
export const NOTHING_KNOWN: AskedMail = {
  domainExists: null,
  acceptsMail: null,
  hasMx: null,
  isNullMx: false,
  mx: [],
  answer: null,
}

/** Asks DNS where mail for a domain goes: its MX, and its addresses should it have none (RFC 5321, 5.1). */
export async function askMail(
  domain: string,
  { dns, signal }: { dns: DnsDoor; signal: AbortSignal },
): Promise<AskedMail> {
  const ask = async (type: 'MX' | 'A' | 'AAAA'): Promise<DnsAnswer | null> => {
    const answer = await dns.ask({ name: domain, type }, signal).catch(nullIfRefused)
    return answer?.rcode === 'NOERROR' || answer?.rcode === 'NXDOMAIN' ? answer : null
  }
  const [mx, v4, v6] = await Promise.all([ask('MX'), ask('A'), ask('AAAA')])
  const answer = mx ?? v4 ?? v6
  if (answer === null) return NOTHING_KNOWN
  if ([mx, v4, v6].some((one) => one?.rcode === 'NXDOMAIN')) {
    return { ...NOTHING_KNOWN, domainExists: false, acceptsMail: false, hasMx: false, answer }
  }
  const records = (mx?.answers ?? []).filter(({ type }) => type === 'MX')
  const hosts = records
    .toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0) || (a.value < b.value ? -1 : 1))
    .map(({ value }) => value)
  const real = hosts.filter((host) => host !== '.')
  const isNullMx = hosts.length > 0 && real.length === 0
  const known = { ...NOTHING_KNOWN, domainExists: true, mx: real, isNullMx, answer }
  if (isNullMx) return { ...known, acceptsMail: false, hasMx: true }
  if (real.length > 0) return { ...known, acceptsMail: true, hasMx: true }
  // Without an answer about MX an address proves nothing.
  if (mx === null) return known
  const addresses = [v4, v6].flatMap((one) => one?.answers ?? []).filter(({ type }) => type === 'A' || type === 'AAAA')
  if (addresses.length > 0) return { ...known, acceptsMail: true, hasMx: false }
  return v4 === null || v6 === null ? { ...known, hasMx: false } : { ...known, acceptsMail: false, hasMx: false }
}
