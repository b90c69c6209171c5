import { utcTime } from '#shared/lib/utc-time.ts'

/** Converts a date of another service to ISO 8601 (UTC); null for a missing, invalid or implausible date. */
export function isoDate(text: string | number | null | undefined): string | null {
  if (text === null || text === undefined || text === '') return null
  const at = new Date(typeof text === 'number' ? text : utcTime(text))
  const year = at.getUTCFullYear()
  return Number.isNaN(at.getTime()) || year < 1980 || year > 2100 ? null : at.toISOString()
}
