import { dnsName } from '#shared/lib/network/dns-name.ts'

import { eppStatus, isRedacted, type Registration, UNREGISTERED } from './registration.ts'
import { DATE_ORDERS, LABELS, NOT_FOUND, TOO_MANY } from './whois.rules.ts'

/** What WHOIS said: a registration, that there is none, that it asks us to come back later, or nothing that can be read. */
export type WhoisReading = { kind: 'read'; registration: Registration } | { kind: 'limited' } | { kind: 'unreadable' }

/**
 * Reads the labelled lines of a WHOIS answer. Fields that no known label names stay null; nothing is guessed. A text with
 * neither a known label nor the words for "no match" is unreadable.
 */
export function readWhois(text: string, domain: string): WhoisReading {
  const tld = domain.slice(domain.lastIndexOf('.') + 1)
  if (TOO_MANY.test(text)) return { kind: 'limited' }
  const lines = fieldsOf(text)
  const all = (field: keyof typeof LABELS) =>
    lines.filter(({ label }) => LABELS[field].has(label)).map(({ value }) => value)
  const [named] = all('domain')
  const isOther = named !== undefined && dnsName(named.split(/\s/)[0] ?? '') !== domain
  if (NOT_FOUND.test(text) && (named === undefined || isOther)) return { kind: 'read', registration: UNREGISTERED }
  const dates = (field: 'created' | 'updated' | 'expires') => dateOf(all(field)[0], tld)
  const servers = all('nameserver').flatMap((value) => dnsName(value.split(/[\s,]+/)[0] ?? '') ?? [])
  const [registrar] = all('registrar')
  const registration: Registration = {
    registered: true,
    registrar:
      registrar === undefined
        ? null
        : { name: registrar, ianaId: all('ianaId')[0] ?? null, abuseEmail: all('abuse')[0] ?? null },
    createdAt: dates('created'),
    updatedAt: dates('updated'),
    expiresAt: dates('expires'),
    status: [
      ...new Set(
        all('status')
          .flatMap((value) => value.split(/,\s*/))
          .map(eppStatus),
      ),
    ],
    nameservers: [...new Set(servers)].toSorted(),
    dnssec: signedOf(all('dnssec')[0]),
    registrant: registrantOf(all('registrant')[0], all('organization')[0], all('country')[0]),
    more: null,
  }
  const isRead =
    registration.createdAt !== null || registration.expiresAt !== null || servers.length > 0 || registrar !== undefined
  if (isOther || (!isRead && named === undefined)) return { kind: 'unreadable' }
  return { kind: 'read', registration }
}

/** `Label: value` and `label: [value]` lines; a label alone takes the next line that is indented. */
function fieldsOf(text: string): { label: string; value: string }[] {
  const fields: { label: string; value: string }[] = []
  let pending: string | null = null
  for (const line of text.split(/\r?\n/).slice(0, 1_000)) {
    if (/^\s*(?:%|#|>>>)/.test(line)) continue
    const [, label = '', value = ''] = /^\s*\[?([^:[\]]{1,60}?)(?:\.{2,})?\]?\s*:\s*(.*)$/.exec(line) ?? []
    if (label === '') {
      if (pending !== null && /^\s+\S/.test(line)) fields.push({ label: pending, value: line.trim().slice(0, 300) })
      if (line.trim() === '') pending = null
      continue
    }
    pending = normal(label)
    const given = value.trim().slice(0, 300)
    if (given !== '') fields.push({ label: pending, value: given })
    if (given !== '') pending = null
  }
  return fields
}

const normal = (label: string) =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** A date as registries write it, in UTC; `tld` tells which number is the month. */
function dateOf(text: string | undefined, tld: string): string | null {
  if (text === undefined) return null
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:\s?([+-]\d{2}):?(\d{2})?)?)?/.exec(
      text,
    )
  const day = /^(\d{1,2})[-/.](\d{1,2}|[a-z]{3})[-/.](\d{4})(?:\s+(\d{2}):(\d{2})(?::(\d{2}))?)?/i.exec(text)
  const compact = /^(\d{4})(\d{2})(\d{2})\b/.exec(text)
  const [, y, m, d, hour = '0', minute = '0', second = '0', ahead = '0', more = '0'] = iso ?? compact ?? []
  if (y !== undefined && m !== undefined && d !== undefined) {
    const at = utc(+y, +m, +d, +hour, +minute, +second)
    const offsetMinutes = +ahead * 60 + (ahead.startsWith('-') ? -Number(more) : Number(more))
    return at === null ? null : new Date(Date.parse(at) - offsetMinutes * 60_000).toISOString()
  }
  if (day === null) return null
  const [, first = '', middle = '', year = '', h = '0', min = '0', s = '0'] = day
  const month = MONTHS.indexOf(middle.toLowerCase()) + 1
  if (month > 0) return utc(+year, month, +first, +h, +min, +s)
  if (/[a-z]/i.test(middle)) return null
  return DATE_ORDERS[tld] === 'mdy'
    ? utc(+year, +first, +middle, +h, +min, +s)
    : utc(+year, +middle, +first, +h, +min, +s)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function utc(year: number, month: number, day: number, hour: number, minute: number, second: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1980 && year <= 2200
  return isReal ? at.toISOString() : null
}

function signedOf(text: string | undefined): boolean | null {
  if (text === undefined) return null
  if (/^(?:unsigned|no|inactive|none|not)\b/i.test(text)) return false
  return /^(?:signed|yes|active|signeddelegation)/i.test(text) ? true : null
}

function registrantOf(
  name: string | undefined,
  organization: string | undefined,
  country: string | undefined,
): Registration['registrant'] {
  const said = [name, organization].filter((one) => one !== undefined)
  const evidence = said.find(isRedacted) ?? null
  const shown = organization !== undefined && !isRedacted(organization) ? organization : null
  const state = evidence !== null ? 'redacted' : said.length > 0 ? 'shown' : 'not_given'
  return { state, organization: shown, country: country ?? null, evidence }
}
