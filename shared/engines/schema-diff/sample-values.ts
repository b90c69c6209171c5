import { isObject, ownValue } from '../json/json-value.ts'
import { FORMAT_SAMPLES, STRING_SAMPLES } from './samples.rules.ts'
import type { SchemaSide, View } from './schema-side.ts'

const MAX_SAMPLES = 60
const MAX_DEPTH = 6
const MAX_LENGTH = 2_000
const MAX_ITEMS = 60
const MAX_PROPERTIES = 200
const MAX_REQUIRED = 5_000
const ALL_TYPES = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object']
/** A name no schema declares. */
export const FOREIGN_NAME = 'undeclared_member'

/**
 * Makes values at the limits of a schema: its enum, each bound and the values next to it, each branch, objects with and
 * without each property. Some are valid, some are not; the caller tries them.
 */
export function sampleValues(side: SchemaSide, view: View, depth = 0): unknown[] {
  const known = side.samples.get(view)
  // Values made with more remaining depth can be used as well.
  if (known !== undefined && known.depth <= depth) return known.values
  const values = makeSamples(side, view, depth)
  side.samples.set(view, { depth, values })
  return values
}

function makeSamples(side: SchemaSide, view: View, depth: number): unknown[] {
  const { flat, types, values } = view
  if (values !== null) return values.slice(0, MAX_SAMPLES)
  const found: unknown[] = [ownValue(flat, 'default'), ...listOf(ownValue(flat, 'examples'))].filter(
    (value) => value !== undefined,
  )
  if (depth < MAX_DEPTH)
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not', 'then', 'else', 'if'] as const) {
      const branches = ownValue(flat, keyword)
      for (const branch of Array.isArray(branches) ? branches.slice(0, 20) : branches === undefined ? [] : [branches])
        found.push(...sampleValues(side, side.view(branch), depth + 1).slice(0, 20))
    }
  for (const type of types ?? ALL_TYPES) {
    if (type === 'string') found.push(...strings(view))
    else if (type === 'integer' || type === 'number') found.push(...numbers(view, type))
    else if (type === 'boolean') found.push(true, false)
    else if (type === 'null') found.push(null)
    else if (type === 'array') found.push(...arrays(side, view, depth))
    else if (type === 'object') found.push(...objects(side, view, depth))
  }
  return found.slice(0, MAX_SAMPLES * 2)
}

/** A value that meets a node, as small as possible; undefined when none was found. */
export function minimalValue(side: SchemaSide, view: View, depth = 0): unknown {
  if (side.minima.has(view)) return side.minima.get(view)
  const minimum = sampleValues(side, view, depth).find((value) => side.failures(view.node, value)?.length === 0)
  if (minimum !== undefined || depth <= 2) side.minima.set(view, minimum)
  return minimum
}

/** The smallest object with everything that a node requires. */
export function minimalObject(side: SchemaSide, { flat }: View, depth: number): Record<string, unknown> {
  const properties = ownValue(flat, 'properties')
  const required = listOf(ownValue(flat, 'required')).filter((name) => typeof name === 'string')
  return Object.fromEntries(
    required.slice(0, MAX_REQUIRED).map((name) => {
      const part = isObject(properties) ? ownValue(properties, name) : undefined
      return [
        name,
        part === undefined || depth >= MAX_DEPTH ? 'x' : (minimalValue(side, side.view(part), depth + 1) ?? null),
      ]
    }),
  )
}

function objects(side: SchemaSide, view: View, depth: number): unknown[] {
  const { flat } = view
  if (depth >= MAX_DEPTH) return [{}]
  const minimal = minimalObject(side, view, depth)
  const declared = ownValue(flat, 'properties')
  const properties = isObject(declared) ? Object.entries(declared).slice(0, MAX_PROPERTIES) : []
  const found: unknown[] = [minimal]
  const full = { ...minimal }
  for (const [name, part] of properties) {
    const sample = Object.hasOwn(minimal, name) ? minimal[name] : minimalValue(side, side.view(part), depth + 1)
    if (sample === undefined) continue
    full[name] = sample
    if (found.length < MAX_SAMPLES) found.push({ ...minimal, [name]: sample })
  }
  found.push(full)
  if (depth < 2)
    for (const [name, part] of properties.slice(0, 20))
      for (const sample of sampleValues(side, side.view(part), depth + 2).slice(0, 6))
        found.push({ ...minimal, [name]: sample })
  for (const name of Object.keys(full).slice(0, 20)) {
    const { [name]: _, ...rest } = full
    found.push(rest)
  }
  const most = ownValue(flat, 'maxProperties')
  const count = typeof most === 'number' ? Math.min(most + 1, MAX_ITEMS) : 2
  found.push({ ...minimal, [FOREIGN_NAME]: 1 }, { ...minimal, [FOREIGN_NAME]: 'x' })
  found.push(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${FOREIGN_NAME}_${at}`, 1])))
  return [{}, ...found]
}

function arrays(side: SchemaSide, { flat }: View, depth: number): unknown[] {
  if (depth >= MAX_DEPTH) return [[]]
  const items = ownValue(flat, 'items')
  const tuple = listOf(ownValue(flat, 'prefixItems') ?? (Array.isArray(items) ? items : []))
  const head = tuple.slice(0, MAX_ITEMS).map((part) => minimalValue(side, side.view(part), depth + 1) ?? null)
  const rest = Array.isArray(items) ? ownValue(flat, 'additionalItems') : items
  const samples = rest === false ? [] : sampleValues(side, side.view(rest ?? true), depth + 1)
  const good = samples.find((value) => side.failures(side.view(rest ?? true).node, value)?.length === 0)
  const lengths = new Set([0, 1, 2])
  for (const keyword of ['minItems', 'maxItems'] as const) {
    const bound = ownValue(flat, keyword)
    if (typeof bound === 'number')
      for (const length of [bound - 1, bound, bound + 1]) lengths.add(Math.min(Math.max(length, 0), MAX_ITEMS))
  }
  const found: unknown[] = [[], head, head.slice(0, -1)]
  for (const length of lengths) {
    const pad = Math.max(0, length - head.length)
    found.push([...head.slice(0, length), ...Array.from({ length: pad }, () => good ?? null)])
    found.push([
      ...head.slice(0, length),
      ...Array.from({ length: pad }, (_, at) => samples[at % Math.max(1, samples.length)] ?? at),
    ])
    found.push(
      Array.from({ length }, (_, at) => at),
      Array.from({ length }, (_, at) => `x${at}`),
    )
  }
  for (const sample of samples.slice(0, 15)) found.push([...head, sample], [...head, sample, sample])
  for (const [at, part] of tuple.entries())
    for (const sample of sampleValues(side, side.view(part), depth + 2).slice(0, 6))
      found.push([...head.slice(0, at), sample, ...head.slice(at + 1)])
  return found
}

function numbers({ flat }: View, type: 'integer' | 'number'): number[] {
  const found = [0, 1, -1, 2]
  for (const keyword of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const) {
    const bound = ownValue(flat, keyword)
    if (typeof bound === 'number')
      found.push(
        bound,
        bound - 1,
        bound + 1,
        ...(type === 'number' ? [bound - 0.5, bound + 0.5] : [Math.floor(bound), Math.ceil(bound)]),
      )
  }
  const step = ownValue(flat, 'multipleOf')
  if (typeof step === 'number') found.push(...[1, 2, 3, 5, 7, -1, 10].map((times) => times * step))
  return [...found, ...(type === 'number' ? [0.5, -0.5, 1.5] : []), 1_000_000, -1_000_000]
}

function strings({ flat }: View): string[] {
  const format = ownValue(flat, 'format')
  const found = [
    ...(typeof format === 'string' && Object.hasOwn(FORMAT_SAMPLES, format) ? (FORMAT_SAMPLES[format] ?? []) : []),
    ...STRING_SAMPLES,
  ]
  for (const keyword of ['minLength', 'maxLength'] as const) {
    const bound = ownValue(flat, keyword)
    if (typeof bound === 'number' && bound <= MAX_LENGTH)
      for (const length of [bound, bound - 1, bound + 1]) if (length >= 0) found.unshift('a'.repeat(length))
  }
  return found
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
