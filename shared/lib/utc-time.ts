const ISO_LOCAL = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/
const ISO_DAY = /^\d{4}(?:-\d{2}){0,2}$/
const ZONED = /(?:Z|[+-]\d{1,2}:?\d{2}|\b(?:UTC?|GMT|[ECMP][SD]T))\W*(?:\([^)]*\))?$/i

/**
 * Parses a time in untrusted text. Returns milliseconds since 1970, or NaN. A time without a zone is read as UTC;
 * Date.parse would use the zone of the machine.
 */
export function utcTime(text: string): number {
  const given = text.trim()
  if (ISO_LOCAL.test(given)) return Date.parse(`${given.replace(' ', 'T')}Z`)
  return Date.parse(ISO_DAY.test(given) || ZONED.test(given) ? given : `${given} UTC`)
}

/** ISO 8601 of a time in Unix seconds; null if it is not finite. */
export const isoOfUnix = (unixS: number) => (Number.isFinite(unixS) ? new Date(unixS * 1_000).toISOString() : null)
