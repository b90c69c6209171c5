import ipaddr from 'ipaddr.js'
import { findPhoneNumbersInText } from 'libphonenumber-js/min'

import { fingerprintOf, previewOf } from '#shared/engines/secrets/preview.ts'
import { takenPlaces } from '#shared/engines/secrets/taken-places.ts'
import { isIban } from './is-iban.ts'
import { isLuhn } from './is-luhn.ts'
import type { PersonalFinding, PersonalKind } from './personal-rule.ts'

type Rule = {
  kind: PersonalKind
  severity: PersonalFinding['severity']
  pattern: RegExp
  isReal: (value: string, before: string) => boolean
}

/** Pieces of personal data told of one text; one that holds as many may hold more. */
export const MAX_PERSONAL = 20_000
/** Candidates for a telephone number that are parsed; after so many the shape is enough. */
const MOST_PARSED = 2_000
const digitsOf = (value: string) => value.replace(/\D/g, '')

/** Each with a check of its own, so that digits that only look like it are none. */
const rules: readonly Rule[] = [
  {
    kind: 'email',
    severity: 'low',
    pattern: /[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,6}[A-Za-z]{2,24}/g,
    // Addresses of the reserved example domains (RFC 2606) are nobody's; "user@host" in a URL is a credential.
    isReal: (value, before) =>
      !/@(?:[\w-]+\.)*(?:example\.(?:com|org|net)|example|test|invalid|localhost)$/i.test(value) &&
      !/:\/\/[^\s/]*$/.test(before) &&
      !/\.(?:png|jpe?g|gif|svg|js|css|webp)$/i.test(value),
  },
  {
    kind: 'payment-card',
    severity: 'high',
    pattern: /(?<![\w.-])(?:\d[ -]?){12,18}\d(?![\w-])/g,
    isReal: (value) =>
      isCard(digitsOf(value)) &&
      /^\d+$|^\d{4}(?:[ -]\d{4}){2,4}(?:[ -]\d{1,3})?$|^\d{4}[ -]\d{6}[ -]\d{4,5}$/.test(value),
  },
  {
    kind: 'iban',
    severity: 'high',
    pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g,
    isReal: (value) => isIban(value.replaceAll(' ', '')),
  },
  {
    kind: 'us-ssn',
    severity: 'high',
    pattern: /(?<![\w-])\d{3}[- ]\d{2}[- ]\d{4}(?![\w-])/g,
    isReal: (value, before) => isSsn(value) && (value.includes('-') || /ssn|social security/i.test(before)),
  },
  {
    kind: 'coordinates',
    severity: 'medium',
    // Four decimals are ten metres; fewer point to a place, not to a door.
    pattern: /(?<![\w.])-?\d{1,2}\.\d{4,10}[, ]{1,3}-?\d{1,3}\.\d{4,10}(?![\w.])/g,
    isReal: (value) => {
      const [latitude = 91, longitude = 181] = value.split(/[, ]+/).map(Number)
      return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0)
    },
  },
  {
    kind: 'ip-address',
    severity: 'low',
    pattern: /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]|\/\d)/g,
    isReal: (value, before) =>
      ipaddr.IPv4.isValidFourPartDecimal(value) &&
      ipaddr.parse(value).range() === 'unicast' &&
      !/(?:version|v|release|@)\s?$/i.test(before),
  },
]

/**
 * Personal data in a text, each kind with a validator: e-mail, phone (libphonenumber, with a country code), payment card
 * (Luhn), IBAN (mod 97), US SSN (area rules), precise coordinates, public IPv4 addresses. In the order of the text.
 */
export function findPersonalData(text: string): PersonalFinding[] {
  const found: PersonalFinding[] = []
  const taken = takenPlaces()
  const add = (kind: PersonalKind, severity: PersonalFinding['severity'], start: number, end: number) => {
    if (found.length >= MAX_PERSONAL || !taken.isFree({ start, end })) return
    taken.take({ start, end })
    const value = text.slice(start, end)
    found.push({ rule_id: kind, severity, start, end, preview: previewOf(value), fingerprint: fingerprintOf(value) })
  }
  for (const { kind, severity, pattern, isReal } of rules) {
    for (const { 0: value, index } of text.matchAll(pattern)) {
      if (isReal(value, text.slice(Math.max(0, index - 40), index))) add(kind, severity, index, index + value.length)
    }
  }
  for (const { start, end } of phones(text)) add('phone', 'medium', start, end)
  return found.sort((a, b) => a.start - b.start)
}

/** Issuers and lengths of ISO/IEC 7812; published test numbers of payment providers are nobody's. */
function isCard(digits: string): boolean {
  const isIssuer =
    /^(?:4\d{12}(?:\d{3}|\d{6})?|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d{2}|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17})$/.test(
      digits,
    )
  return isIssuer && isLuhn(digits) && !/^(\d)\1+$/.test(digits)
}

/** Areas 000, 666 and 900 to 999, group 00 and serial 0000 are never issued; two numbers are known from advertisements. */
function isSsn(value: string): boolean {
  const [area = '', group = '', serial = ''] = value.split(/[- ]/)
  if (area === '000' || area === '666' || area.startsWith('9') || group === '00' || serial === '0000') return false
  return !['078-05-1120', '219-09-9999', '123-45-6789'].includes(`${area}-${group}-${serial}`)
}

/** Numbers with a country code; without one any run of digits might be a phone somewhere. */
function* phones(text: string): Generator<{ start: number; end: number }> {
  let count = 0
  for (const { 0: piece, index } of text.matchAll(/(?<![\w+])\+\d[\d ().-]{6,24}\d/g)) {
    const isParsed = (count += 1) <= MOST_PARSED
    for (const { startsAt, endsAt } of isParsed
      ? findPhoneNumbersInText(piece)
      : [{ startsAt: 0, endsAt: piece.length }])
      yield { start: index + startsAt, end: index + endsAt }
  }
  for (const { 0: piece, index, 1: lead = '' } of text.matchAll(
    /(\b(?:tel|phone|mobile|cell|fax|call|whatsapp)\b[^\d+\n]{0,12})[(]?[2-9]\d{2}[).\s-]{1,2}\d{3}[.\s-]\d{4}\b/gi,
  )) {
    yield { start: index + lead.length, end: index + piece.length }
  }
}
