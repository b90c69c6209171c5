import { DateTime, FixedOffsetZone } from 'luxon'

/** A point on a clock and calendar; `localMs` is that wall time taken as if it were UTC. */
export type ReadDatetime = { localMs: number; offsetMinutes: number | null; notes: string[] }

const SHAPE =
  /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{8}|[0-9]{4}-?W[0-9]{2}-?[1-7]|[0-9]{4}-?[0-9]{3})(?:T[0-9][0-9:.,]*(Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)?)?$/

/**
 * Reads an ISO 8601 date (calendar, week or ordinal) with an optional time and offset, years 0001 to 9999. A sentence when
 * it is none.
 */
export function readDatetime(sent: string): ReadDatetime | string {
  const text = sent
    .trim()
    .toUpperCase()
    .replace(/^([0-9W-]+) (?=[0-9])/, '$1T')
  const shape = SHAPE.exec(text)
  if (shape === null) return 'it is neither ISO 8601 with a full date, such as 2026-11-20T09:30:00, nor now'
  if (/T[0-9]{2}:?[0-9]{2}:?60/.test(text)) return 'clocks here know no leap second; send second 59 or the next minute'
  const read = DateTime.fromISO(text, { zone: FixedOffsetZone.utcInstance, setZone: true, locale: 'en-US' })
  if (!read.isValid || read.year < 1) return 'there is no such date or time'

  const notes: string[] = []
  if (!text.includes('T')) notes.push('No time of day was given; midnight was taken.')
  if (/[.,][0-9]{4,}/.test(text)) notes.push('Fractions of a second were cut to milliseconds.')
  return {
    localMs: read.setZone('utc', { keepLocalTime: true }).toMillis(),
    offsetMinutes: shape[1] === undefined ? null : read.offset,
    notes,
  }
}
