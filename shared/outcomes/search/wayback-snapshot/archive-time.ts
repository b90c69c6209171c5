const DIGITS = /^\d{4}(?:\d{2}){0,5}$/

/**
 * A moment as the archive writes it (`20060101`, 4 to 14 digits) or in ISO 8601, in milliseconds since 1970. Null for
 * what is neither, for a date no calendar has, and for years before the archive could hold anything or far ahead.
 */
export function archiveMoment(text: string): number | null {
  const given = text.trim()
  const at = DIGITS.test(given) ? fromDigits(given) : fromIso(given)
  if (at === null || Number.isNaN(at)) return null
  const year = new Date(at).getUTCFullYear()
  return year < 1990 || year > 2100 ? null : at
}

/** `20060101064348` in ISO 8601; null for other digits. */
export function isoOfArchive(timestamp: string): string | null {
  const at = timestamp.length === 14 && DIGITS.test(timestamp) ? fromDigits(timestamp) : null
  return at === null ? null : new Date(at).toISOString()
}

/** Milliseconds since 1970 as the archive writes them, 14 digits. */
export const archiveDigits = (at: number): string => new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14)

function fromDigits(digits: string): number | null {
  const part = (from: number, least: number) => Number(digits.slice(from, from + 2) || least)
  const [year, month, day] = [Number(digits.slice(0, 4)), part(4, 1), part(6, 1)]
  const [hour, minute, second] = [part(8, 0), part(10, 0), part(12, 0)]
  const at = Date.UTC(year, month - 1, day, hour, minute, second)
  const date = new Date(at)
  // Date folds the 30th of February over; the archive has no such captures.
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  return isReal ? at : null
}

function fromIso(text: string): number | null {
  const found = /^(\d{4}-\d{2}(?:-\d{2})?)(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
    text,
  )
  if (found === null) return null
  // A time without a zone is UTC, as everything in the archive is.
  const hasTime = /\d{2}:\d{2}/.test(text)
  const at = Date.parse(hasTime && found[2] === undefined ? `${text.replace(' ', 'T')}Z` : text)
  if (Number.isNaN(at)) return null
  const [, month = '', day = '01'] = (found[1] ?? '').split('-')
  const local = fromDigits(`${text.slice(0, 4)}${month}${day}`)
  return local === null ? null : at
}
