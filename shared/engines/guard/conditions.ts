import { isObject } from '../json/json-value.ts'
import { invalidFields } from '#shared/errors.ts'

const operators = [
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$exists',
  '$regex',
  '$size',
  '$all',
] as const
export type Operator = (typeof operators)[number]

/**
 * One assumption of the plan: the value at `segments` of the state, with an operator and its operand. A literal (no
 * operator was given) only has to be contained: {} is any object, [] any array.
 */
export type Condition = { segments: readonly string[]; op: Operator; expected: unknown; literal: boolean }

const mostConditions = 1_000
const deepest = 64
const longestPattern = 500

/** The RFC 6901 pointer of a path. */
export const pointer = (segments: readonly string[]) =>
  segments.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/**
 * Takes `required_state` apart into single conditions. An object that holds operators is one, every other object and
 * array is walked; a scalar is `$eq`. Wrong operators and operands are refused, so this is also the check before money.
 */
export function conditionsOf(required: Record<string, unknown>): Condition[] {
  const found: Condition[] = []
  walk(required, [], found)
  return found
}

function walk(expected: unknown, segments: readonly string[], found: Condition[]): void {
  if (segments.length > deepest) throw refused(segments.slice(0, 4), `required_state is deeper than ${deepest} levels`)
  if (found.length > mostConditions) throw refused([], `required_state has more than ${mostConditions} conditions`)
  if (isOperatorObject(expected, segments)) {
    for (const [op, operand] of Object.entries(expected)) {
      if (isOperator(op)) found.push({ segments, op, expected: operandOf(op, operand, segments), literal: false })
    }
    return
  }
  const members = typeof expected === 'object' && expected !== null ? Object.entries(expected) : []
  for (const [key, member] of members) walk(member, [...segments, key], found)
  const isLeaf = members.length === 0 && segments.length > 0
  if (isLeaf) found.push({ segments, op: '$eq', expected, literal: true })
}

const isOperator = (key: string): key is Operator => operators.some((operator) => operator === key)

/** True for {"$gte": 3}; {"$ref": "..", "name": ".."} is ordinary data, and a mixture is refused. */
function isOperatorObject(value: unknown, segments: readonly string[]): value is Record<string, unknown> {
  if (!isObject(value)) return false
  const keys = Object.keys(value)
  const dollars = keys.filter((key) => key.startsWith('$'))
  if (dollars.length === 0 || (dollars.length < keys.length && !dollars.some(isOperator))) return false
  const stray = keys.find((key) => !isOperator(key))
  if (stray === undefined) return true
  const known = operators.join(', ')
  throw refused(
    [...segments, stray],
    `${stray} stands among operators and is none of ${known}; compare literally with {"$eq": ...}`,
  )
}

function operandOf(op: Operator, operand: unknown, segments: readonly string[]): unknown {
  const { holds, takes } = operands[op]
  if (!holds(operand)) throw refused([...segments, op], `${op} takes ${takes}`)
  return operand
}

type Operand = { takes: string; holds: (operand: unknown) => boolean }

const anyValue: Operand = {
  takes: `a value of at most ${deepest} levels`,
  holds: (operand) => depthOf(operand) <= deepest,
}
const list: Operand = {
  takes: `an array of at most ${deepest} levels`,
  holds: (operand) => Array.isArray(operand) && depthOf(operand) <= deepest,
}
const orderable: Operand = {
  takes: 'a number or a string',
  holds: (operand) => typeof operand === 'number' || typeof operand === 'string',
}

/** The operand of each operator. */
const operands: Record<Operator, Operand> = {
  $eq: anyValue,
  $ne: anyValue,
  $gt: orderable,
  $gte: orderable,
  $lt: orderable,
  $lte: orderable,
  $in: list,
  $nin: list,
  $all: list,
  $exists: { takes: 'true or false', holds: (operand) => typeof operand === 'boolean' },
  $regex: {
    takes: `a pattern of at most ${longestPattern} characters`,
    holds: (operand) => typeof operand === 'string' && operand.length <= longestPattern,
  },
  $size: {
    takes: 'a length: an integer from 0',
    holds: (operand) => Number.isSafeInteger(operand) && Number(operand) >= 0,
  },
}

/** Levels of nesting, counted no further than matters here, level by level so that depth costs no stack. */
function depthOf(value: unknown): number {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= deepest; depth++) {
    level = level.flatMap((member) => (typeof member === 'object' && member !== null ? Object.values(member) : []))
    if (level.length === 0) return depth
  }
  return deepest + 1
}

const refused = (segments: readonly string[], msg: string) =>
  invalidFields({ path: ['required_state', ...segments], msg: `Value error, ${msg}` })
