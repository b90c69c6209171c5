import type { ZoneClock } from './zone-clock.ts'

/** `+05:30`; with seconds only for the local mean times of old. */
export function offsetLabel(minutes: number): string {
  const seconds = Math.round(Math.abs(minutes) * 60)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${minutes < 0 ? '-' : '+'}${(parts[2] === '00' ? parts.slice(0, 2) : parts).join(':')}`
}

/** A wall time, given as if it were UTC, in ISO 8601 without offset and without empty milliseconds. */
export const wallLabel = (localMs: number) => new Date(localMs).toISOString().replace(/(?:\.000)?Z$/, '')

/** English-speaking regions each know the short names of their own zones. */
const LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-CA', 'en-ZA', 'en-NG', 'en-KE']

/** The alphabetic abbreviations of the time zone database, which regions may also answer; anything else is not used there. */
const KNOWN = new Set(
  'UTC GMT BST IST WET WEST CET CEST EET EEST EST EDT CST CDT MST MDT PST PDT AKST AKDT HST HDT AST ADT NST NDT AEST AEDT ACST ACDT AWST NZST NZDT SAST EAT CAT WAT'.split(
    ' ',
  ),
)

/** Abbreviations of the database whose zones no English region abbreviates; by their English names. */
const BY_NAME = new Map([
  ['Japan Standard Time', 'JST'],
  ['Korean Standard Time', 'KST'],
  ['China Standard Time', 'CST'],
  ['Taiwan Standard Time', 'CST'],
  ['Hong Kong Standard Time', 'HKT'],
  ['India Standard Time', 'IST'],
  ['Pakistan Standard Time', 'PKT'],
  ['Moscow Standard Time', 'MSK'],
  ['Israel Standard Time', 'IST'],
  ['Israel Daylight Time', 'IDT'],
  ['Irish Standard Time', 'IST'],
  ['Hawaii-Aleutian Standard Time', 'HST'],
  ['Hawaii-Aleutian Daylight Time', 'HDT'],
  ['Western Indonesia Time', 'WIB'],
  ['Central Indonesia Time', 'WITA'],
  ['Eastern Indonesia Time', 'WIT'],
  ['Philippine Standard Time', 'PST'],
  ['American Samoa Standard Time', 'SST'],
  ['Chamorro Standard Time', 'ChST'],
  ['Cuba Standard Time', 'CST'],
  ['Cuba Daylight Time', 'CDT'],
  ['Mexican Pacific Standard Time', 'MST'],
  ['Yukon Time', 'MST'],
])

/** What the zone is called at an instant, in English: `America/New_York` in winter is `Eastern Standard Time`. */
export const longName = (clock: ZoneClock, instantMs: number) => zoneName('en-US', 'long', clock, instantMs)

/** `EST`, `CEST`, `JST`; where there is no such word the database's own form, `+0545`. */
export function abbreviationOf(clock: ZoneClock, instantMs: number): string {
  const minutes = clock.offsetAt(instantMs)
  const numeric = offsetLabel(minutes)
    .replaceAll(':', '')
    .replace(/^(...)00$/, '$1')
  if (clock.fixed) return minutes === 0 ? 'UTC' : numeric
  const byName = BY_NAME.get(longName(clock, instantMs))
  if (byName !== undefined) return byName
  for (const locale of LOCALES) {
    const short = zoneName(locale, 'short', clock, instantMs)
    if (KNOWN.has(short)) return short
  }
  return numeric
}

function zoneName(locale: string, style: 'short' | 'long', { name }: ZoneClock, instantMs: number): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: name, timeZoneName: style }).formatToParts(instantMs)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
