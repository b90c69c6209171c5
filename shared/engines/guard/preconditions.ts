import { invalidFields } from '#shared/errors.ts'

import { equalValues, includesValue, kindOf, orderOf } from './compare-values.ts'
import type { Budget } from './compare-values.ts'
import { conditionsOf, pointer } from './conditions.ts'
import type { Condition, Operator } from './conditions.ts'
import type { PatternMatcher } from './state-pattern.ts'

export type Precondition = {
  /** JSON pointer into the state. */
  path: string
  op: Operator
  expected: unknown
  /** Null when the path is missing, too. */
  actual: unknown
  status: 'met' | 'missing' | 'mismatch' | 'type_mismatch'
}

/** More than any honest state needs, and a few hundredths of a second. */
const mostComparisons = 500_000
const longestShown = 500

/** Compares the state with everything that is required of it. A path that is missing meets nothing but `$exists: false`. */
export async function matchPreconditions(
  required: Record<string, unknown>,
  state: Record<string, unknown>,
): Promise<Precondition[]> {
  const conditions = conditionsOf(required)
  // The regular-expression engine is heavy, and few plans need it.
  const patterns = conditions.some(({ op }) => op === '$regex')
    ? (await import('./state-pattern.ts')).patternMatcher()
    : null
  const budget = { left: mostComparisons }
  return conditions.map((condition) => {
    const { found, value, blocked } = lookUp(state, condition.segments)
    const status = found
      ? tests[condition.op]({ condition, actual: value, budget, patterns })
      : statusOfMissing(condition, blocked)
    if (budget.left < 0) {
      throw invalidFields({
        path: ['required_state'],
        msg: 'Value error, too many comparisons; require fewer or shorter arrays',
      })
    }
    const { op, expected, segments } = condition
    return { path: pointer(segments), op, expected: shown(expected), actual: found ? shown(value) : null, status }
  })
}

/** `blocked`: a scalar is in the way of the path. */
function lookUp(state: unknown, segments: readonly string[]): { found: boolean; value: unknown; blocked: boolean } {
  let value = state
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null) return { found: false, value: null, blocked: value !== null }
    // Safe: an object or array, read by an own key only.
    const members = value as Record<string, unknown>
    if (!Object.hasOwn(members, segment)) return { found: false, value: null, blocked: false }
    value = members[segment]
  }
  return { found: true, value, blocked: false }
}

function statusOfMissing({ op, expected }: Condition, blocked: boolean): Precondition['status'] {
  if (op === '$exists' && expected === false) return 'met'
  return blocked ? 'type_mismatch' : 'missing'
}

type Facing = { condition: Condition; actual: unknown; budget: Budget; patterns: PatternMatcher | null }

const met = (holds: boolean) => (holds ? 'met' : 'mismatch')

const isAmong = ({ condition, actual, budget }: Facing) =>
  listOf(condition.expected).some((member) => equalValues(actual, member, budget))

const ordered =
  (holds: (order: number) => boolean) =>
  ({ condition, actual }: Facing) => {
    const order = orderOf(actual, condition.expected)
    return order === null ? 'type_mismatch' : met(holds(order))
  }

/** Test of each operator for an existing value. */
const tests: Record<Operator, (facing: Facing) => Precondition['status']> = {
  $exists: ({ condition }) => met(condition.expected === true),
  $eq: ({ condition: { literal, expected }, actual, budget }) => {
    if ((literal ? includesValue : equalValues)(actual, expected, budget)) return 'met'
    return kindOf(actual) === kindOf(expected) ? 'mismatch' : 'type_mismatch'
  },
  $ne: ({ condition, actual, budget }) => met(!equalValues(actual, condition.expected, budget)),
  $in: (facing) => met(isAmong(facing)),
  $nin: (facing) => met(!isAmong(facing)),
  $gt: ordered((order) => order > 0),
  $gte: ordered((order) => order >= 0),
  $lt: ordered((order) => order < 0),
  $lte: ordered((order) => order <= 0),
  $size: ({ condition, actual }) =>
    Array.isArray(actual) ? met(actual.length === condition.expected) : 'type_mismatch',
  $all: ({ condition, actual, budget }) => {
    if (!Array.isArray(actual)) return 'type_mismatch'
    return met(
      listOf(condition.expected).every((wanted) => actual.some((member) => includesValue(member, wanted, budget))),
    )
  },
  $regex: ({ condition: { expected, segments }, actual, patterns }) => {
    if (typeof actual !== 'string' || patterns === null) return 'type_mismatch'
    return met(patterns.matches(String(expected), actual, ['required_state', ...segments, '$regex']))
  },
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A long value is shown by its beginning: the answer must not be a second copy of the state. */
function shown(value: unknown): unknown {
  const text = JSON.stringify(value)
  return text.length <= longestShown ? value : `${text.slice(0, longestShown)}... (${text.length} characters)`
}
