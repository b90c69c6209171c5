import { invalidFields } from '#shared/errors.ts'

import { isObject, ownValue, type JsonObject } from '../json/json-value.ts'
import { compileSchema, type CompiledSchema, draftOf } from '../json/validate.ts'
import type { Draft } from '../json/schema/draft.ts'
import { EndlessSchema, Evaluation } from '../json/schema/evaluation.ts'
import { type Finding, Sink } from '../json/schema/sink.ts'

/** A schema node seen whole: references followed, `allOf` of plain schemas folded in, types and values as lists. */
export type View = {
  node: JsonObject | boolean
  flat: JsonObject
  /** Null: any type. */
  types: readonly string[] | null
  /** Null: any value. */
  values: readonly unknown[] | null
}

const MAX_REFERENCES = 50
const KEPT_FINDINGS = 20
/** Counted, so that an answer never depends on the machine; what comes later is undecided. */
const MAX_TRIES = 25_000
/**
 * The meaning of each of these keywords depends on the others in its row, so parts that share any of a row are not
 * merged.
 */
const TIED: readonly (readonly string[])[] = [
  ['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
  ['items', 'prefixItems', 'additionalItems', 'unevaluatedItems'],
  ['contains', 'minContains', 'maxContains'],
]
const NO_MERGE = new Set([
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'patternProperties',
])

/** One of the two schemas, with all questions about it. */
export class SchemaSide {
  readonly root: JsonObject
  /** Kept for sample-values: a node is met again and again. */
  readonly samples = new Map<View, { depth: number; values: unknown[] }>()
  readonly minima = new Map<View, unknown>()
  readonly #compiled: CompiledSchema
  #tries = 0
  readonly #views = new Map<JsonObject, View>()

  constructor(field: 'old_schema' | 'new_schema', schema: JsonObject) {
    this.root = withNull(schema)
    this.#compiled = compileSchema(this.root, draftOf(this.root))
    const [problem] = this.#compiled.problems
    if (problem === undefined) return
    throw invalidFields({
      path: [field],
      msg: `Value error, not a usable JSON Schema: ${problem.schema_path}: ${problem.message}`,
    })
  }

  /** Why a value does not match a node of this schema; empty when it does, null when that cannot be decided. */
  failures(node: JsonObject | boolean, value: unknown): readonly Finding[] | null {
    this.#tries += 1
    if (this.#tries > MAX_TRIES) return null
    const { index, patterns } = this.#compiled
    const sink = new Sink({ keep: KEPT_FINDINGS, isQuick: false })
    const place = (isObject(node) ? index.placeOf(node) : undefined) ?? { resource: index.root, location: '#' }
    try {
      const holds = new Evaluation({ index, patterns, assertsFormat: true }).start(node, place, value, sink)
      return holds ? [] : sink.findings
    } catch (error) {
      if (error instanceof EndlessSchema || error instanceof RangeError) return null
      throw error
    }
  }

  get draft(): Draft {
    return this.#compiled.draft
  }

  /** Whether a pattern of this schema matches a member's name. */
  matches(pattern: string, name: string): boolean {
    return this.#compiled.patterns.matches(pattern, name)
  }

  /** Whether the work limit of one comparison is used up. */
  get isSpent(): boolean {
    return this.#tries > MAX_TRIES
  }

  view(given: unknown): View {
    const node = isObject(given) || typeof given === 'boolean' ? given : true
    if (!isObject(node)) return { node, flat: {}, types: node ? null : [], values: null }
    const known = this.#views.get(node)
    if (known !== undefined) return known
    const flat = flatBounds(this.#folded(this.#followed(node)))
    const type = ownValue(flat, 'type')
    const list = ownValue(flat, 'enum')
    const view: View = {
      node,
      flat,
      types: typeof type === 'string' ? [type] : Array.isArray(type) ? type.map(String) : null,
      values:
        Object.hasOwn(flat, 'const') && this.#compiled.draft !== 'draft-04'
          ? [flat['const']]
          : Array.isArray(list)
            ? list
            : null,
    }
    this.#views.set(node, view)
    return view
  }

  /** The node a chain of references ends at; siblings of a reference count since draft 2019-09 and are folded in. */
  #followed(node: JsonObject): JsonObject {
    let at = node
    for (let step = 0; step < MAX_REFERENCES; step += 1) {
      const reference = ownValue(at, '$ref')
      const place = this.#compiled.index.placeOf(at)
      if (typeof reference !== 'string' || place === undefined) return at
      const target = this.#compiled.index.resolve(reference, place)?.schema
      if (!isObject(target)) return at
      const beside = Object.keys(at).filter((key) => key !== '$ref' && !key.startsWith('$') && key !== 'definitions')
      const ignored = ['draft-04', 'draft-06', 'draft-07'].includes(this.#compiled.draft)
      if (beside.length > 0 && !ignored) return at
      at = target
    }
    return at
  }

  /** `allOf` of plain schemas as one schema; left alone where two parts speak of the same thing. */
  #folded(node: JsonObject): JsonObject {
    const parts = ownValue(node, 'allOf')
    if (!Array.isArray(parts) || parts.length > 50) return node
    const { allOf: _, ...own } = node
    const merged: Record<string, unknown> = { ...own }
    for (const part of parts) {
      if (!isObject(part)) return node
      const whole = this.#followed(part)
      if (Object.hasOwn(whole, 'allOf')) return node
      for (const [key, value] of Object.entries(whole)) {
        if (NO_MERGE.has(key) || isTied(key, merged)) return node
        // Draft 4 says by a boolean what the bound beside it means.
        if (key.startsWith('exclusive') && typeof value === 'boolean') return node
        if (key === 'properties' && isObject(value)) {
          const before = isObject(merged['properties']) ? merged['properties'] : {}
          if (Object.keys(value).some((name) => Object.hasOwn(before, name))) return node
          merged['properties'] = { ...before, ...value }
        } else if (key === 'required' && Array.isArray(value)) {
          merged['required'] = [
            ...new Set([...(Array.isArray(merged['required']) ? merged['required'] : []), ...value]),
          ]
        } else if (!Object.hasOwn(merged, key) || JSON.stringify(merged[key]) === JSON.stringify(value)) {
          merged[key] = value
        } else if (key !== 'title' && key !== 'description') return node
      }
    }
    return merged
  }
}

const isTied = (key: string, beside: JsonObject) =>
  TIED.some((row) => row.includes(key) && row.some((other) => other !== key && Object.hasOwn(beside, other)))

/** Draft 4 says by a boolean that a bound excludes itself; here it is always the number. */
function flatBounds(node: JsonObject): JsonObject {
  const flat: Record<string, unknown> = { ...node }
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const isExclusive = flat[exclusive]
    if (typeof isExclusive !== 'boolean') continue
    if (isExclusive) {
      flat[exclusive] = flat[bound]
      delete flat[bound]
    } else delete flat[exclusive]
  }
  return flat
}

/** OpenAPI's `nullable` as a type, everywhere in a document; depth was bounded by the caller. */
function withNull<Value>(value: Value): Value {
  // Safe: arrays and objects come back as what they were.
  if (Array.isArray(value)) return value.map(withNull) as Value
  if (!isObject(value)) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withNull(part)]))
  if (copy['nullable'] === true && typeof copy['type'] === 'string') {
    copy['type'] = [copy['type'], 'null']
    if (Array.isArray(copy['enum']) && !copy['enum'].includes(null)) copy['enum'] = [...copy['enum'], null]
  }
  // Safe: an object with the same keys.
  return copy as Value
}
