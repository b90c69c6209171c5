import { z } from 'zod'

const isoForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/** A number below this is Unix seconds (it would be March 1973 as milliseconds), from it on milliseconds. */
const firstMilliseconds = 100_000_000_000

/**
 * Parses a caller's time into Unix milliseconds; null when it is not a time. Takes ISO 8601 (UTC if there is no offset)
 * and Unix seconds or milliseconds, as a number or its digits.
 */
export function instantOf(value: unknown): number | null {
  if (typeof value === 'string') return fromText(value.trim())
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > 8.64e15) return null
  return Math.abs(value) < firstMilliseconds ? Math.round(value * 1000) : Math.round(value)
}

function fromText(text: string): number | null {
  if (/^\d{9,16}$/.test(text)) return instantOf(Number(text))
  if (!isoForm.test(text)) return null
  const [date = '', clock] = text.toUpperCase().replace(',', '.').split(/[T ]/)
  // Date.parse makes the 1st of March of the 30th of February.
  const midnight = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return null
  if (clock === undefined) return midnight
  const zoneAt = clock.search(/[Z+-]/)
  const zone =
    zoneAt < 0
      ? 'Z'
      : clock
          .slice(zoneAt)
          .replace(/^([+-]\d{2})(\d{2})?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`)
  return finite(Date.parse(`${date}T${zoneAt < 0 ? clock : clock.slice(0, zoneAt)}${zone}`))
}

const finite = (ms: number) => (Number.isNaN(ms) ? null : ms)

const isTime = (value: unknown) => instantOf(value) !== null
/** Whether a time is a number small enough to be read as seconds. */
export const isUnixSeconds = (value: string | number): boolean =>
  /^-?\d+(?:\.\d+)?$/.test(String(value)) && Math.abs(Number(value)) < firstMilliseconds

const notATime = 'Not a time: send ISO 8601 (2026-11-20T12:00:00Z) or Unix seconds or milliseconds'

/** A time in an event: ISO 8601, or Unix seconds or milliseconds. */
export const eventTime = z.union([z.string().max(64), z.number()]).refine(isTime, notATime)

/** The `now` input of a guard. */
export const nowInput = z
  .string()
  .max(64)
  .refine(isTime, notATime)
  .optional()
  .describe('ISO time to judge by; the present when absent')
