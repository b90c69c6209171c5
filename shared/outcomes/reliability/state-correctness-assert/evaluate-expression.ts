import { equalValues, kindOf, orderOf } from '#shared/engines/guard/compare-values.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'
import { ExpressionError } from './expression.ts'
import type { Node } from './expression.ts'
import { findPlaces } from './find-paths.ts'
import type { Purse } from './find-paths.ts'
import { compareFractions, divide, fractionOf, negate, plus, sumOf, multiply } from './fraction.ts'
import type { Fraction } from './fraction.ts'

/** A path that an expression names and the state does not have. */
export class PathMissing extends Error {}

/** Exact numbers, what a wildcard found, and any other JSON value. */
type Value = { kind: 'number'; number: Fraction } | { kind: 'many'; values: Value[] } | { kind: 'json'; json: unknown }

const json = (value: unknown): Value => ({ kind: 'json', json: value })
const exact = (value: Fraction): Value => ({ kind: 'number', number: value })
const valueOf = (value: unknown): Value => (typeof value === 'number' ? exact(fractionOf(value)) : json(value))

/** Whether an expression holds; of a comparison with a wildcard, every one must. Throws ExpressionError and PathMissing. */
export function holds(node: Node, state: unknown, purse: Purse): boolean {
  return truth(evaluate(node))

  function evaluate(one: Node): Value {
    switch (one.kind) {
      case 'literal':
        return valueOf(one.value)
      case 'pointer':
        return at(one.pointer)
      case 'unary':
        if (one.op === 'not') return json(!truth(evaluate(one.of)))
        return lift(evaluate(one.of), (value) => exact(negate(numberOf(value, '-'))))
      case 'call':
        return call(one.name, one.args)
      case 'binary': {
        // A missing path on the right does not matter where the left decides.
        if (one.op === 'and') return json(truth(evaluate(one.left)) && truth(evaluate(one.right)))
        if (one.op === 'or') return json(truth(evaluate(one.left)) || truth(evaluate(one.right)))
        return both(evaluate(one.left), evaluate(one.right), one.op)
      }
    }
  }

  function at(pointer: string): Value {
    const places = findPlaces(state, pointer, purse)
    if (places === null) throw new ExpressionError(`${pointer.slice(0, 100)} is no JSON pointer`)
    if (places.missing.length > 0) throw new PathMissing(places.missing[0])
    if (places.isMany) return { kind: 'many', values: places.found.map(({ value }) => valueOf(value)) }
    return valueOf(places.found[0]?.value)
  }

  function call(name: string, args: readonly Node[]): Value {
    const [first] = args
    if (name === 'get' && first?.kind === 'literal' && typeof first.value === 'string') return at(first.value)
    const values = args.map(evaluate)
    const [value] = values
    if (value === undefined) throw new ExpressionError(`${name} needs an argument`)
    if (name === 'len') return lift(value, lengthOf)
    if (name === 'abs') return lift(value, (member) => exact(absolute(numberOf(member, name))))
    if (name === 'date') return lift(value, dateOf)
    const members = values.flatMap(membersOf)
    if (name === 'count') return exact(fractionOf(members.length))
    if (name === 'all') return json(members.every(truth))
    if (name === 'any') return json(members.some(truth))
    const numbers = members.map((member) => numberOf(member, name))
    const total = sumOf(numbers)
    if (name === 'sum') return exact(total)
    if (numbers.length === 0) throw new ExpressionError(`${name} of nothing`)
    if (name === 'avg') return exact({ top: total.top, over: total.over * BigInt(numbers.length) })
    const sign = name === 'min' ? 1 : -1
    return exact(numbers.reduce((best, one) => (compareFractions(one, best) * sign < 0 ? one : best)))
  }
}

const absolute = (value: Fraction): Fraction => (value.top < 0n ? negate(value) : value)

function membersOf(value: Value): Value[] {
  if (value.kind === 'many') return value.values
  return value.kind === 'json' && Array.isArray(value.json) ? value.json.map(valueOf) : [value]
}

function lengthOf(value: Value): Value {
  if (value.kind === 'json' && typeof value.json === 'string') return exact(fractionOf([...value.json].length))
  if (value.kind === 'json' && typeof value.json === 'object' && value.json !== null)
    return exact(fractionOf(Object.keys(value.json).length))
  throw new ExpressionError(`len takes a string, an array or an object, not ${nameOf(value)}`)
}

function dateOf(value: Value): Value {
  const ms =
    value.kind === 'json'
      ? instantOf(value.json)
      : value.kind === 'number'
        ? instantOf(Number(value.number.top) / Number(value.number.over))
        : null
  if (ms === null) throw new ExpressionError('date takes a time: ISO 8601 or Unix seconds or milliseconds')
  return exact(fractionOf(ms))
}

const lift = (value: Value, change: (one: Value) => Value): Value =>
  value.kind === 'many' ? { kind: 'many', values: value.values.map((one) => lift(one, change)) } : change(value)

function both(left: Value, right: Value, op: string): Value {
  if (left.kind === 'many' && right.kind === 'many') {
    if (left.values.length !== right.values.length)
      throw new ExpressionError('the two wildcards find different numbers of values')
    return { kind: 'many', values: left.values.map((one, at) => both(one, right.values[at] ?? one, op)) }
  }
  if (left.kind === 'many') return lift(left, (one) => both(one, right, op))
  if (right.kind === 'many') return lift(right, (one) => both(left, one, op))
  if (op === '==' || op === '!=') return json(isEqual(left, right) === (op === '=='))
  if (op === '<' || op === '<=' || op === '>' || op === '>=') {
    const order =
      left.kind === 'number' && right.kind === 'number'
        ? compareFractions(left.number, right.number)
        : left.kind === 'json' && right.kind === 'json'
          ? orderOf(left.json, right.json)
          : null
    if (order === null) throw new ExpressionError(`${nameOf(left)} and ${nameOf(right)} have no order`)
    return json(op === '<' ? order < 0 : op === '<=' ? order <= 0 : op === '>' ? order > 0 : order >= 0)
  }
  const [a, b] = [numberOf(left, op), numberOf(right, op)]
  if (op === '+') return exact(plus(a, b))
  if (op === '-') return exact(plus(a, negate(b)))
  if (op === '*') return exact(multiply(a, b))
  const quotient = divide(a, b)
  if (quotient === null) throw new ExpressionError('division by zero')
  return exact(quotient)
}

function isEqual(a: Value, b: Value): boolean {
  if (a.kind === 'number' && b.kind === 'number') return compareFractions(a.number, b.number) === 0
  return a.kind === 'json' && b.kind === 'json' && equalValues(a.json, b.json, { left: 100_000 })
}

const nameOf = (value: Value) =>
  value.kind === 'number' ? 'a number' : value.kind === 'many' ? 'several values' : kindOf(value.json)

function numberOf(value: Value, op: string): Fraction {
  if (value.kind === 'number') return value.number
  throw new ExpressionError(`${op} takes numbers, not ${nameOf(value)}`)
}

function truth(value: Value): boolean {
  if (value.kind === 'many') return value.values.every(truth)
  if (value.kind === 'json' && typeof value.json === 'boolean') return value.json
  throw new ExpressionError(`true or false is expected, not ${nameOf(value)}`)
}
