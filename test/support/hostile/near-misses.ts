import type { Schema } from './operations.ts'
import { skeletonOf } from './skeleton.ts'

type Resolve = (schema: Schema) => Schema

const DEEPEST = 4
const MOST_OF_ONE = 12

/** A value of another type than a schema takes. */
export function wrongFor(given: Schema, resolve: Resolve): unknown {
  const schema = resolve(given)
  const types = new Set([schema, ...(schema.anyOf ?? schema.oneOf ?? [])].map((one) => resolve(one).type))
  if (!types.has('number') && !types.has('integer')) return 7
  return types.has('string') ? [] : 'a'
}

/** Small values that a schema nearly takes: of the right shape, and wrong in one part. */
export function nearMissesOf(given: Schema, resolve: Resolve, depth = 0): unknown[] {
  const schema = resolve(given)
  if (depth > DEEPEST) return [wrongFor(schema, resolve)]
  if (schema.enum !== undefined || schema.const !== undefined) return ['no such word']
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (branches !== undefined)
    return branches.flatMap((branch) => nearMissesOf(branch, resolve, depth).slice(0, MOST_OF_ONE))
  switch (schema.type) {
    case 'number':
    case 'integer':
      return [(schema.minimum ?? 0) - 1, 0.5, 1e308, -1e308]
    case 'string':
      return ['', 'a'.repeat(Math.min((schema.maxLength ?? 300) + 1, 300)), `${text(schema, resolve)}\u0001`]
    case 'array':
      return nearMissesOf(schema.items ?? {}, resolve, depth + 1)
        .slice(0, MOST_OF_ONE)
        .map((item) => [item])
    case 'object':
      return objectMisses(schema, resolve, depth)
    default:
      return [wrongFor(schema, resolve)]
  }
}

const text = (schema: Schema, resolve: Resolve) => String(skeletonOf(schema, resolve))

/** All members of an object are right but one, which is nearly right, of another type, or missing. */
function objectMisses(schema: Schema, resolve: Resolve, depth: number): unknown[] {
  const members = Object.entries(schema.properties ?? {})
  const whole = Object.fromEntries(members.map(([name, member]) => [name, skeletonOf(member, resolve)]))
  const entry = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
  const entries =
    entry === undefined ? [] : nearMissesOf(entry, resolve, depth + 1).map((miss) => ({ ...whole, entry: miss }))
  const misses = members.slice(0, MOST_OF_ONE).flatMap(([name, member]) => {
    const { [name]: _, ...without } = whole
    const nearly = nearMissesOf(member, resolve, depth + 1).slice(0, 1)
    return [...nearly, wrongFor(member, resolve)].map((miss) => ({ ...whole, [name]: miss })).concat(without)
  })
  return [...misses, ...entries].length === 0 ? [7] : [...misses, ...entries]
}
