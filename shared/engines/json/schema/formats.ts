import { isDate, isDateTime, isDuration, isTime } from './formats/date-time.ts'
import { isEmail, isIdnEmail } from './formats/email.ts'
import { isHostname, isIdnHostname, isIpv4, isIpv6 } from './formats/host.ts'
import { isIri, isIriReference, isUri, isUriReference, isUriTemplate } from './formats/uri.ts'

/** A format: the type of instance it is about, what it wants in words, and the test. */
type Format = { type: 'string' | 'number'; label: string; accepts: (value: unknown) => boolean }

const text = (label: string, accepts: (value: string) => boolean): Format => ({
  type: 'string',
  label,
  accepts: (value) => typeof value === 'string' && accepts(value),
})

const number = (label: string, accepts: (value: number) => boolean): Format => ({
  type: 'number',
  label,
  accepts: (value) => typeof value === 'number' && accepts(value),
})

/** The formats of all drafts, and below the line those of OpenAPI. Every test is linear in the text. */
const FORMATS: Readonly<Record<string, Format>> = {
  'date-time': text('an RFC 3339 date and time such as 2026-01-31T12:00:00Z', isDateTime),
  date: text('a date such as 2026-01-31', isDate),
  time: text('a time with offset such as 12:00:00Z', isTime),
  duration: text('an ISO 8601 duration such as P3DT4H', isDuration),
  email: text('an e-mail address', isEmail),
  'idn-email': text('an e-mail address', isIdnEmail),
  hostname: text('a host name', isHostname),
  'idn-hostname': text('a host name', isIdnHostname),
  ipv4: text('an IPv4 address', isIpv4),
  ipv6: text('an IPv6 address', isIpv6),
  uri: text('a URI with a scheme', isUri),
  'uri-reference': text('a URI or relative reference', isUriReference),
  iri: text('an IRI with a scheme', isIri),
  'iri-reference': text('an IRI or relative reference', isIriReference),
  'uri-template': text('a URI template (RFC 6570)', isUriTemplate),
  uuid: text('a UUID', (value) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)),
  'json-pointer': text('a JSON Pointer', (value) => isPointer(value)),
  'relative-json-pointer': text('a relative JSON Pointer', (value) => {
    const prefix = /^(?:0|[1-9][0-9]*)(#$)?/.exec(value)
    return prefix !== null && (prefix[1] !== undefined || isPointer(value.slice(prefix[0].length)))
  }),
  regex: text('an ECMA-262 regular expression', compiles),

  url: text('an absolute URL', (value) => isUri(value) && /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(value)),
  byte: text('base64', (value) => value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value)),
  binary: text('any text', () => true),
  password: text('any text', () => true),
  int32: number('a 32-bit integer', (value) => Number.isInteger(value) && Math.abs(value + 0.5) < 2 ** 31),
  int64: number('a 64-bit integer', (value) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63),
  float: number('a number', () => true),
  double: number('a number', () => true),
}

/** The format of this name; null for an undefined one. */
export const formatNamed = (name: string): Format | null =>
  Object.hasOwn(FORMATS, name) ? (FORMATS[name] ?? null) : null

const isPointer = (value: string) => value === '' || (value.startsWith('/') && !/~(?![01])/.test(value))

function compiles(source: string): boolean {
  try {
    void new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}
