import { Refusal } from '#shared/errors.ts'

/** Limits of one JSON body: nesting depth, and number of values (members and elements). */
export const MAX_JSON_DEPTH = 64
export const MAX_JSON_NODES = 100_000

type Where = 'body' | 'query'
type Name = string | number
/** A list or object with its position in the document. */
type Place = { value: object; depth: number; name: Name; within: Place | null }
type Problem = [type: string, msg: string]

const TOO_DEEP: Problem = ['too_deep', `JSON should be nested at most ${MAX_JSON_DEPTH} deep`]
const NOT_UNICODE: Problem = ['string_unicode', 'Input should be well-formed Unicode (a surrogate stands alone)']
const HAS_NUL: Problem = ['string_nul', 'Input should not contain NUL characters']
const NOT_FINITE: Problem = ['finite_number', 'Input should be a finite number']
const IS_PROTO: Problem = ['value_error', 'Value error, __proto__ is not a member name']

/**
 * Refuses JSON that the product cannot handle: too deep, too many values, NUL or lone surrogates (Postgres rejects
 * both), non-finite numbers, `__proto__`. Walks without recursion, so depth cannot overflow the stack. Throws 422.
 */
export function vetJson(root: object, where: Where = 'body'): void {
  const stack: Place[] = [{ value: root, depth: 1, name: '', within: null }]
  let values = 0
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { value, depth } = place
    if (depth > MAX_JSON_DEPTH) throw refusal(where, pathTo(place).slice(0, 3), TOO_DEEP)
    // Safe: the values of a list or an object.
    const members = Object.values(value) as unknown[]
    values += members.length
    if (values > MAX_JSON_NODES) throw tooManyValues(MAX_JSON_NODES, where)
    const names = Array.isArray(value) ? null : Object.keys(value)
    for (const [at, member] of members.entries()) {
      const name = names?.[at] ?? at
      const problem = problemOfName(name) ?? problemOf(member)
      if (problem !== null) throw refusal(where, [...pathTo(place), name], problem)
      if (typeof member === 'object' && member !== null)
        stack.push({ value: member, depth: depth + 1, name, within: place })
    }
  }
}

/** 422 for a body or query with more than `most` values. */
export const tooManyValues = (most: number, where: Where = 'body'): Refusal =>
  refusal(where, [], ['too_many_values', `JSON should hold at most ${most} values`])

const problemOfName = (name: Name): Problem | null => (name === '__proto__' ? IS_PROTO : problemOf(name))

function problemOf(value: unknown): Problem | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : NOT_FINITE
  if (typeof value !== 'string') return null
  if (!value.isWellFormed()) return NOT_UNICODE
  return value.includes('\u0000') ? HAS_NUL : null
}

function pathTo(place: Place): Name[] {
  const path: Name[] = []
  for (let at = place; at.within !== null; at = at.within) path.push(at.name)
  return path.toReversed()
}

function refusal(where: Where, path: readonly Name[], [type, msg]: Problem): Refusal {
  const loc = [where, ...path.map((part) => (typeof part === 'string' ? part.toWellFormed().slice(0, 100) : part))]
  return new Refusal('validation_error', `The ${where} holds something no route takes.`, {
    detail: [{ type, loc, msg }],
  })
}
