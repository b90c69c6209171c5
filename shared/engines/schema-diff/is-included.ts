import { isMultiple } from '../json/decimal.ts'
import { identityOf, isObject, ownValue, type JsonObject } from '../json/json-value.ts'
import { ANNOTATIONS } from './change.rules.ts'
import type { SchemaSide, View } from './schema-side.ts'

type End = { side: SchemaSide; view: View }

const MAX_DEPTH = 40
const MAX_STEPS = 3_000
const MAX_LISTED = 1_000
const MAX_BRANCHES = 40

/** Which type of instance a keyword looks at; all others pass it. */
const LOOKS_AT: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: [
    'items',
    'prefixItems',
    'additionalItems',
    'minItems',
    'maxItems',
    'uniqueItems',
    'contains',
    'minContains',
    'maxContains',
    'unevaluatedItems',
  ],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependencies',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedProperties',
  ],
}

/**
 * Whether everything the one schema accepts is accepted by the other, by rules that are each sound: true is a proof,
 * false only means that none was found. Members nobody declared do not count, as they do not for a witness.
 */
export function isIncluded(inner: End, outer: End): boolean {
  /** Pairs whose proof is under way, with how deep in the instance they were begun. */
  const assumed = new Map<View, Map<View, number>>()
  let steps = 0
  let level = 0
  return within(inner.view, outer.view, 0)

  function inside(small: View, large: View, depth: number): boolean {
    level += 1
    const holds = within(small, large, depth)
    level -= 1
    return holds
  }

  function within(small: View, large: View, depth: number): boolean {
    steps += 1
    if (depth > MAX_DEPTH || steps > MAX_STEPS) return false
    if (small.node === false || large.node === true) return true
    if (large.node === false) return small.types?.length === 0
    const met = assumed.get(small) ?? new Map<View, number>()
    const begun = met.get(large)
    // Recursive schemas: what holds of every step around the circle holds of the circle, if each step eats some instance.
    if (begun !== undefined) return begun < level
    const listed = small.values ?? finiteValues(small)
    if (inner.side.isSpent || outer.side.isSpent) return false
    if (listed !== null && listed.length > MAX_LISTED) return false
    if (listed !== null)
      return listed.every((value) => {
        const own = inner.side.failures(small.node, value)
        return own !== null && (own.length > 0 || outer.side.failures(large.node, value)?.length === 0)
      })
    assumed.set(small, met.set(large, level))
    const holds =
      Object.keys(large.flat).every((keyword) => implies(small, large, keyword, depth)) || anyPart(small, large, depth)
    met.delete(large)
    return holds
  }

  /** An alternative is within when each branch is; a conjunction when one part is. */
  function anyPart({ flat }: View, large: View, depth: number): boolean {
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const branches = ownValue(flat, keyword)
      if (
        Array.isArray(branches) &&
        branches.length <= MAX_BRANCHES &&
        branches.every((branch) => within(inner.side.view(branch), large, depth + 1))
      )
        return true
    }
    const parts = ownValue(flat, 'allOf')
    return Array.isArray(parts) && parts.some((part) => within(inner.side.view(part), large, depth + 1))
  }

  function implies(small: View, large: View, keyword: string, depth: number): boolean {
    const wanted = ownValue(large.flat, keyword)
    if (ANNOTATIONS.has(keyword)) return true
    if (keyword.toLowerCase().endsWith('ref')) return false
    const type = Object.keys(LOOKS_AT).find((name) => LOOKS_AT[name]?.includes(keyword))
    if (
      type !== undefined &&
      small.types !== null &&
      !small.types.some((one) => one === type || (type === 'number' && one === 'integer'))
    )
      return true
    switch (keyword) {
      case 'type':
        return (
          small.types !== null &&
          small.types.every(
            (one) =>
              large.types?.includes(one) === true || (one === 'integer' && large.types?.includes('number') === true),
          )
        )
      case 'anyOf':
        return (
          (Array.isArray(wanted) &&
            wanted.length <= MAX_BRANCHES &&
            wanted.some((branch) => within(small, outer.side.view(branch), depth + 1))) ||
          isSame(small.flat, large.flat, keyword)
        )
      case 'allOf':
        return Array.isArray(wanted) && wanted.every((part) => within(small, outer.side.view(part), depth + 1))
      case 'required': {
        const given = ownValue(small.flat, 'required')
        return Array.isArray(wanted) && wanted.every((name) => Array.isArray(given) && given.includes(name))
      }
      case 'properties':
      case 'additionalProperties':
        return membersWithin(small, large, depth)
      case 'items':
        return itemsWithin(small, large, depth)
      case 'uniqueItems':
        return (
          wanted !== true ||
          ownValue(small.flat, 'uniqueItems') === true ||
          Number(ownValue(small.flat, 'maxItems') ?? 2) <= 1
        )
      case 'multipleOf': {
        const own = ownValue(small.flat, 'multipleOf')
        return (
          (wanted === 1 && isInteger(small)) ||
          (typeof own === 'number' && typeof wanted === 'number' && isMultiple(own, wanted))
        )
      }
      default:
        return boundImplied(small, keyword, wanted) || isSame(small.flat, large.flat, keyword)
    }
  }

  function membersWithin(small: View, large: View, depth: number): boolean {
    if (!isSame(small.flat, large.flat, 'patternProperties')) return false
    const [mine, theirs] = [propertiesOf(small), propertiesOf(large)]
    const myRest = ownValue(small.flat, 'additionalProperties') ?? true
    const theirRest = ownValue(large.flat, 'additionalProperties') ?? true
    const part = (schema: unknown) => inner.side.view(schema)
    const whole = (schema: unknown) => outer.side.view(schema)
    const declared = Object.keys(mine).every((name) =>
      inside(part(mine[name]), whole(Object.hasOwn(theirs, name) ? theirs[name] : theirRest), depth + 1),
    )
    const others = Object.keys(theirs).every(
      (name) => Object.hasOwn(mine, name) || myRest === true || inside(part(myRest), whole(theirs[name]), depth + 1),
    )
    return declared && others && inside(part(myRest), whole(theirRest), depth + 1)
  }

  function itemsWithin(small: View, large: View, depth: number): boolean {
    const hasTuple = [small, large].some(
      ({ flat }) => Object.hasOwn(flat, 'prefixItems') || Array.isArray(ownValue(flat, 'items')),
    )
    if (ownValue(small.flat, 'maxItems') === 0) return true
    if (hasTuple)
      return (
        ['items', 'prefixItems', 'additionalItems'].every((keyword) => isSame(small.flat, large.flat, keyword)) &&
        identityOf(small.flat) === identityOf(large.flat)
      )
    return inside(
      inner.side.view(ownValue(small.flat, 'items')),
      outer.side.view(ownValue(large.flat, 'items')),
      depth + 1,
    )
  }
}

const propertiesOf = ({ flat }: View): JsonObject => {
  const properties = ownValue(flat, 'properties')
  return isObject(properties) ? properties : {}
}
const isInteger = ({ types }: View) => types?.length === 1 && types[0] === 'integer'

/** No reference inside: the same words in two documents may point to different things. */
const isSame = (one: JsonObject, other: JsonObject, keyword: string) => {
  const [mine, theirs] = [ownValue(one, keyword), ownValue(other, keyword)]
  return identityOf(mine ?? null) === identityOf(theirs ?? null) && !JSON.stringify(theirs ?? null).includes('ef"')
}

/** All values of a schema that has only booleans and null. */
function finiteValues({ types }: View): unknown[] | null {
  if (types === null || types.some((type) => type !== 'boolean' && type !== 'null')) return null
  return types.flatMap((type) => (type === 'null' ? [null] : [true, false]))
}

function boundImplied(small: View, keyword: string, wanted: unknown): boolean {
  if (typeof wanted !== 'number') return false
  const own = (name: string) => {
    const value = ownValue(small.flat, name)
    return typeof value === 'number' ? value : null
  }
  const [least, most, above, below] = [own('minimum'), own('maximum'), own('exclusiveMinimum'), own('exclusiveMaximum')]
  const floor = isInteger(small) && above !== null ? Math.floor(above) + 1 : above
  const ceiling = isInteger(small) && below !== null ? Math.ceil(below) - 1 : below
  switch (keyword) {
    case 'minimum':
      return (least !== null && least >= wanted) || (floor !== null && floor >= wanted)
    case 'exclusiveMinimum':
      return (least !== null && least > wanted) || (above !== null && above >= wanted)
    case 'maximum':
      return (most !== null && most <= wanted) || (ceiling !== null && ceiling <= wanted)
    case 'exclusiveMaximum':
      return (most !== null && most < wanted) || (below !== null && below <= wanted)
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return wanted <= 0 || (own(keyword) ?? -1) >= wanted
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return (own(keyword) ?? Infinity) <= wanted
    default:
      return false
  }
}
