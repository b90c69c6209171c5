import { utcTime } from '#shared/lib/utc-time.ts'

/** A date of a foreign service in ISO 8601 (UTC); null for none, for what is no date and for what no page can bear. */
export function isoDate(text: string | number | null | undefined): string | null {
  if (text === null || text === undefined || text === '') return null
  const at = new Date(typeof text === 'number' ? text : utcTime(text))
  const year = at.getUTCFullYear()
  return Number.isNaN(at.getTime()) || year < 1980 || year > 2100 ? null : at.toISOString()
}
