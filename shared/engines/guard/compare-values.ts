import { isObject } from '../json/json-value.ts'
import { instantOf } from './instant.ts'

/** The JSON type of a value, as a message names it. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Counts single comparisons, so that two long arrays cannot keep a worker busy; false when the purse is empty. */
export type Budget = { left: number }

/** Deep equality of JSON values; key order does not count. */
export const equalValues = (a: unknown, b: unknown, budget: Budget): boolean => covers(a, b, budget, true)

/** Whether `actual` has everything `expected` says: objects by key, arrays element by element, scalars equal. */
export const includesValue = (actual: unknown, expected: unknown, budget: Budget): boolean =>
  covers(actual, expected, budget, false)

function covers(actual: unknown, expected: unknown, budget: Budget, whole: boolean): boolean {
  budget.left -= 1
  if (budget.left < 0) return false
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || (whole ? actual.length !== expected.length : actual.length < expected.length))
      return false
    return expected.every((member, at) => covers(actual[at], member, budget, whole))
  }
  if (!isObject(expected)) return actual === expected
  if (!isObject(actual) || (whole && Object.keys(actual).length !== Object.keys(expected).length)) return false
  return Object.entries(expected).every(
    ([key, member]) => Object.hasOwn(actual, key) && covers(actual[key], member, budget, whole),
  )
}

/**
 * Negative, zero or positive as `a` stands to `b`; null when they cannot be ordered. Strings that are both decimal
 * numbers compare as such (exactly, so money may be a string), both ISO times as instants, other strings by code unit.
 */
export function orderOf(a: unknown, b: unknown): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a !== 'string' || typeof b !== 'string') return null
  const decimals = compareDecimals(a, b)
  if (decimals !== null) return decimals
  const [first, second] = [instantOf(a), instantOf(b)]
  if (first !== null && second !== null) return first - second
  if (a === b) return 0
  return a < b ? -1 : 1
}

function compareDecimals(a: string, b: string): number | null {
  const [first, second] = [decimalOf(a), decimalOf(b)]
  if (first === null || second === null) return null
  const places = Math.max(first.places, second.places)
  const difference =
    first.digits * 10n ** BigInt(places - first.places) - second.digits * 10n ** BigInt(places - second.places)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

function decimalOf(text: string): { digits: bigint; places: number } | null {
  const [whole, fraction = ''] = /^-?\d{1,60}(?:\.\d{1,60})?$/.test(text) ? text.split('.') : []
  return whole === undefined ? null : { digits: BigInt(whole + fraction), places: fraction.length }
}
