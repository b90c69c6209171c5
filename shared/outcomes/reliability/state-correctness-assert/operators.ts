import { canonicalJson } from '#shared/lib/crypto/digest.ts'

import { equalValues, orderOf } from '#shared/engines/guard/compare-values.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'
import type { PatternMatcher } from '#shared/engines/guard/state-pattern.ts'
import { isObject, ownValue, typeOf } from '#shared/engines/json/json-value.ts'
import { compileSchema, draftOf } from '#shared/engines/json/validate.ts'
import { assertOps } from './assert-verdict.ts'
import type { AssertOp } from './assert-verdict.ts'
import { compareFractions, fractionOf, sumOf } from './fraction.ts'

/** What an assertion asks that cannot be asked; its result is an error, which counts as a failure. */
export class BadOperand extends Error {}

/** These look at all that a wildcard finds as one list. */
export const wholeOps: ReadonlySet<AssertOp> = new Set(['sum_eq', 'unique', 'sorted', 'any'])

const equal = (a: unknown, b: unknown) => equalValues(a, b, { left: 100_000 })

/** Beyond 2^53 different integers arrive as one number, so that two that look equal may not be. */
function refuseInexact(actual: unknown, value: unknown): void {
  const isInexact = (one: unknown) => typeof one === 'number' && Number.isInteger(one) && !Number.isSafeInteger(one)
  if (isInexact(actual) && isInexact(value) && actual === value)
    throw new BadOperand('integers beyond 2^53 lose digits on the way; send both as strings to compare them')
}

/** Whether one value meets an operator and its operand. Throws BadOperand; patterns that are none are refused. */
export function meets(op: AssertOp, actual: unknown, value: unknown, matcher: PatternMatcher): boolean {
  switch (op) {
    case 'eq':
    case 'ne':
      refuseInexact(actual, value)
      return equal(actual, value) === (op === 'eq')
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte': {
      const order = orderOf(actual, value)
      if (order === null) return false
      return op === 'lt' ? order < 0 : op === 'lte' ? order <= 0 : op === 'gt' ? order > 0 : order >= 0
    }
    case 'in':
      return listOf(value, op).some((one) => equal(actual, one))
    case 'nin':
      return !listOf(value, op).some((one) => equal(actual, one))
    case 'exists':
    case 'absent':
      return true
    case 'type': {
      const type = typeOf(actual)
      return (Array.isArray(value) ? value : [value]).some(
        (one) => one === type || (one === 'number' && type === 'integer'),
      )
    }
    case 'matches':
      if (typeof value !== 'string' || value.length > 500)
        throw new BadOperand('matches takes a pattern of at most 500 characters')
      return typeof actual === 'string' && matcher.matches(value, actual, ['assertions'])
    case 'length':
      return hasLength(actual, value)
    case 'between': {
      const [low, high] = listOf(value, op)
      const [least, most] = [orderOf(actual, low), orderOf(actual, high)]
      return least !== null && most !== null && least >= 0 && most <= 0
    }
    case 'unique': {
      const all = Array.isArray(actual) ? actual.map((one: unknown) => canonicalJson(one ?? null)) : []
      return Array.isArray(actual) && new Set(all).size === all.length
    }
    case 'sorted': {
      const sign = value === 'desc' ? -1 : 1
      return (
        Array.isArray(actual) &&
        actual.every((one, at) => at === 0 || (orderOf(one, actual[at - 1]) ?? Number.NaN) * sign >= 0)
      )
    }
    case 'before':
    case 'after': {
      const [a, b] = [instantOf(actual), instantOf(value)]
      if (b === null) throw new BadOperand(`${op} takes a time`)
      return a !== null && (op === 'before' ? a < b : a > b)
    }
    case 'subset_of': {
      const known = new Set(listOf(value, op).map((one) => canonicalJson(one ?? null)))
      return Array.isArray(actual) && actual.every((one) => known.has(canonicalJson(one ?? null)))
    }
    case 'each':
    case 'any': {
      const inner = isObject(value) ? assertOps.find((one) => one === ownValue(value, 'op')) : undefined
      if (inner === undefined || !isObject(value) || inner === 'each' || inner === 'any')
        throw new BadOperand(`${op} takes {op, value} with an operator for one member`)
      const one = (member: unknown) => meets(inner, member, ownValue(value, 'value'), matcher)
      return Array.isArray(actual) && (op === 'each' ? actual.every(one) : actual.some(one))
    }
    case 'sum_eq': {
      if (typeof value !== 'number') throw new BadOperand('sum_eq takes a number')
      if (!Array.isArray(actual) || !actual.every((one) => typeof one === 'number')) return false
      return compareFractions(sumOf(actual.map(fractionOf)), fractionOf(value)) === 0
    }
    case 'schema':
      return schemaFailure(value, actual) === null
  }
}

/** The first thing a JSON Schema says against a value; null when it holds. Throws BadOperand for what is no schema. */
export function schemaFailure(schema: unknown, actual: unknown): { message: string; count: number } | null {
  const compiled = compileSchema(schema, draftOf(schema))
  const [problem] = compiled.problems
  if (problem !== undefined) throw new BadOperand(`the schema cannot be used: ${problem.message}`)
  const { holds, count, findings, problems } = compiled.validate(actual, {
    assertsFormat: true,
    wantsAll: true,
    keep: 5,
  })
  const [endless] = problems
  if (endless !== undefined) throw new BadOperand(`the schema cannot be used: ${endless.message}`)
  return holds ? null : { count, message: findings.map((finding) => finding.message).join('; ') }
}

function listOf(value: unknown, op: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new BadOperand(`${op} takes an array`)
  return value
}

function hasLength(actual: unknown, value: unknown): boolean {
  const length =
    typeof actual === 'string'
      ? [...actual].length
      : typeof actual === 'object' && actual !== null
        ? Object.keys(actual).length
        : null
  if (typeof value === 'number') return length === value
  const [least, most] = isObject(value) ? [ownValue(value, 'min') ?? 0, ownValue(value, 'max') ?? Infinity] : []
  if (typeof least !== 'number' || typeof most !== 'number') throw new BadOperand('length takes a number or {min, max}')
  return length !== null && length >= least && length <= most
}
