import { isMultiple } from '#shared/engines/json/decimal.ts'
import { type JsonObject, ownValue } from '#shared/engines/json/json-value.ts'
import type { View } from '#shared/engines/schema-diff/schema-side.ts'

/** A span of numbers; null is without end. */
export type Range = { least: number | null; most: number | null; isOpenBelow: boolean; isOpenAbove: boolean }

/** Every kind of instance; integers are numbers. */
const KINDS = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
/** Whole numbers of a span that are looked at one by one. */
const MAX_INTEGERS = 200

const SIZES = {
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
} as const

/** The kinds an instance of a view may have. */
export const kindsOf = ({ types }: View): readonly string[] => types ?? KINDS

/** The kinds an instance of both may have. */
export function commonKinds(one: View, other: View): string[] {
  const theirs = kindsOf(other)
  return kindsOf(one).flatMap((kind) => {
    if (theirs.includes(kind)) return [kind]
    const isNumber = kind === 'number' || kind === 'integer'
    return isNumber && (theirs.includes('number') || theirs.includes('integer')) ? ['integer'] : []
  })
}

/** Whether no instance of this kind meets the bounds of both; of a view with itself: whether it has none of the kind. */
export function areBoundsApart(kind: string, one: View, other: View): boolean {
  if (kind === 'number' || kind === 'integer') {
    const [mine, theirs] = [rangeOf(one.flat), rangeOf(other.flat)]
    return isBelow(mine, theirs, kind) || isBelow(theirs, mine, kind) || isBelow(mine, mine, kind)
  }
  if (kind !== 'string' && kind !== 'array' && kind !== 'object') return false
  const [least, most] = SIZES[kind]
  const floor = Math.max(numberAt(one.flat, least) ?? 0, numberAt(other.flat, least) ?? 0)
  return floor > Math.min(numberAt(one.flat, most) ?? Infinity, numberAt(other.flat, most) ?? Infinity)
}

/** Whether the bounds of a view contradict each other for every kind it may have. */
export const isEmptyView = (view: View): boolean =>
  view.types !== null && view.types.every((kind) => areBoundsApart(kind, view, view))

/** Whether what ends the one span lies below what begins the other. */
function isBelow(low: Range, high: Range, kind: 'number' | 'integer'): boolean {
  if (low.most === null || high.least === null) return false
  if (kind === 'integer') return topOf(low, low.most) < bottomOf(high, high.least)
  return low.most < high.least || (low.most === high.least && (low.isOpenAbove || high.isOpenBelow))
}

const topOf = ({ isOpenAbove }: Range, most: number) => (isOpenAbove ? Math.ceil(most) - 1 : Math.floor(most))
const bottomOf = ({ isOpenBelow }: Range, least: number) => (isOpenBelow ? Math.floor(least) + 1 : Math.ceil(least))

/** The span that the bounds of a schema leave, its draft 4 booleans made numbers before. */
export function rangeOf(flat: JsonObject): Range {
  const [minimum, above] = [numberAt(flat, 'minimum'), numberAt(flat, 'exclusiveMinimum')]
  const [maximum, below] = [numberAt(flat, 'maximum'), numberAt(flat, 'exclusiveMaximum')]
  const isOpenBelow = above !== null && (minimum === null || above >= minimum)
  const isOpenAbove = below !== null && (maximum === null || below <= maximum)
  return {
    least: isOpenBelow ? above : minimum,
    most: isOpenAbove ? below : maximum,
    isOpenBelow,
    isOpenAbove,
  }
}

/** All values of a view that has only booleans, null and few whole numbers; null for any other. */
export function finiteValues({ types, flat }: View): unknown[] | null {
  if (types === null) return null
  const values: unknown[] = []
  for (const type of types) {
    if (type === 'null') values.push(null)
    else if (type === 'boolean') values.push(true, false)
    else if (type === 'integer') {
      const range = rangeOf(flat)
      if (range.least === null || range.most === null) return null
      const [from, to] = [bottomOf(range, range.least), topOf(range, range.most)]
      if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || to - from >= MAX_INTEGERS) return null
      for (let value = from; value <= to; value += 1) values.push(value)
    } else return null
  }
  return values
}

export const isInteger = ({ types, flat }: View): boolean => {
  if (types === null || types.length === 0) return false
  const step = ownValue(flat, 'multipleOf')
  const isWhole = typeof step === 'number' && step >= 1 && isMultiple(step, 1)
  return types.every((type) => type === 'integer' || (type === 'number' && isWhole))
}

/** Whether a bound of a schema follows from the bounds of another one. */
export function boundImplied(small: View, keyword: string, wanted: unknown): boolean {
  if (typeof wanted !== 'number') return false
  const range = rangeOf(small.flat)
  const isWhole = isInteger(small)
  const least = range.least === null ? null : isWhole ? bottomOf(range, range.least) : range.least
  const most = range.most === null ? null : isWhole ? topOf(range, range.most) : range.most
  switch (keyword) {
    case 'minimum':
      return least !== null && least >= wanted
    case 'exclusiveMinimum':
      return least !== null && (least > wanted || (least === wanted && range.isOpenBelow && !isWhole))
    case 'maximum':
      return most !== null && most <= wanted
    case 'exclusiveMaximum':
      return most !== null && (most < wanted || (most === wanted && range.isOpenAbove && !isWhole))
    case 'minLength':
    case 'minItems':
      return wanted <= 0 || (numberAt(small.flat, keyword) ?? -1) >= wanted
    case 'minProperties':
      return wanted <= Math.max(numberAt(small.flat, keyword) ?? 0, namesIn(ownValue(small.flat, 'required')))
    case 'maxLength':
    case 'maxItems':
      return (numberAt(small.flat, keyword) ?? Infinity) <= wanted
    case 'maxProperties':
      return Math.min(numberAt(small.flat, keyword) ?? Infinity, mostProperties(small.flat)) <= wanted
    default:
      return false
  }
}

const namesIn = (list: unknown) => (Array.isArray(list) ? new Set(list).size : 0)

/** An object closed to other members has no more than those it declares. */
function mostProperties(flat: JsonObject): number {
  const isClosed = ownValue(flat, 'additionalProperties') === false && !Object.hasOwn(flat, 'patternProperties')
  return isClosed ? Object.keys(Object(ownValue(flat, 'properties'))).length : Infinity
}

export function numberAt(flat: JsonObject, keyword: string): number | null {
  const value = ownValue(flat, keyword)
  return typeof value === 'number' ? value : null
}
