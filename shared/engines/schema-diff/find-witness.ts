import { pointerToken } from '../json/json-pointer.ts'
import { identityOf, isObject, ownValue, type JsonObject } from '../json/json-value.ts'
import type { Finding } from '../json/schema/sink.ts'
import { ANNOTATIONS } from './change.rules.ts'
import { FOREIGN_NAME, minimalObject, minimalValue, sampleValues } from './sample-values.ts'
import type { SchemaSide, View } from './schema-side.ts'

/** Two nodes at the same place of the old and the new schema, and the path of an instance to there. */
export type Pair = { old: View; new: View; path: string; instance: readonly Step[] }
type Step = { kind: 'property' | 'item'; name: string; position: number; old: View; new: View }

type Search = {
  source: { side: SchemaSide; key: 'old' | 'new' }
  target: { side: SchemaSide; key: 'old' | 'new' }
  pair: Pair
  /** Whether a failure of the target is about the current change. */
  isAbout: (finding: Finding) => boolean
  extra?: readonly unknown[]
}

/** A proof: the value at its place, and the whole instance where it is small enough to be read. */
export type Witness = { path: string; value: unknown; whole: { value: unknown } | null }

const MAX_LIFTS = 12
const MAX_DEPTH = 8

/**
 * An instance of the whole source schema that the whole target schema refuses, for the reason at hand; undefined when
 * none was found. It uses only members the source declares, unless the source says that it takes others.
 */
export function findWitness({ source, target, pair, isAbout, extra = [] }: Search): Witness | undefined {
  const from = pair[source.key]
  const to = pair[target.key]
  const candidates = [...extra, ...sampleValues(source.side, from), ...sampleValues(target.side, to)]
  let lifts = 0
  const seen = new Set<string>()
  for (const value of candidates) {
    const identity = identityOf(value)
    if (seen.has(identity)) continue
    seen.add(identity)
    if (source.side.failures(from.node, value)?.length !== 0) continue
    const failures = target.side.failures(to.node, value)
    if (failures === null || !failures.some(isAbout)) continue
    if (!usesDeclared(source.side, from, target.side, to, value)) continue
    const path = pair.instance
      .map(({ kind, name, position }) => `/${kind === 'item' ? position : pointerToken(name)}`)
      .join('')
    if (isPlainWay(source, pair.instance))
      return { path, value, whole: isWide(source, pair.instance) ? null : (lift(source, pair.instance, value) ?? null) }
    const whole = lift(source, pair.instance, value)
    const isProof = whole !== undefined && source.side.failures(source.side.root, whole.value)?.length === 0
    if (isProof && (target.side.failures(target.side.root, whole.value)?.length ?? 0) > 0) return { path, value, whole }
    lifts += 1
    if (lifts >= MAX_LIFTS) return undefined
  }
  return undefined
}

/** Keywords under which a member is valid independently of its neighbours. */
const PLAIN: ReadonlySet<string> = new Set([...ANNOTATIONS, 'type', 'properties', 'required', 'additionalProperties'])
const WIDE = 40

/**
 * Whether a result for the value alone holds for the whole: all schemas around it check each member independently, and
 * there is an instance to put it in. Saves validating a large document for every change in it.
 */
function isPlainWay({ side, key }: Search['source'], steps: readonly Step[]): boolean {
  return steps.every((step) => {
    if (step.kind === 'item' || !isObject(minimalValue(side, step[key]))) return false
    return (
      [step.old, step.new].every(
        ({ flat, node }) =>
          isObject(node) &&
          Object.keys(node).every((name) => PLAIN.has(name)) &&
          isObject(ownValue(flat, 'properties')),
      ) && [step.old, step.new].every(({ flat }) => Object.hasOwn(Object(ownValue(flat, 'properties')), step.name))
    )
  })
}

const isWide = ({ side, key }: Search['source'], steps: readonly Step[]) =>
  steps.some((step) => Object.keys(Object(minimalValue(side, step[key]))).length > WIDE)

/** The smallest instance of the source that has a value at a place. */
function lift({ side, key }: Search['source'], steps: readonly Step[], value: unknown): { value: unknown } | undefined {
  let inner = value
  for (const step of steps.toReversed()) {
    const parent = step[key]
    if (step.kind === 'property') {
      const base = minimalValue(side, parent)
      inner = { ...(isObject(base) ? base : minimalObject(side, parent, 0)), [step.name]: inner }
      continue
    }
    const least = ownValue(parent.flat, 'minItems')
    const base = minimalValue(side, parent)
    const length = Math.max(
      step.position + 1,
      Array.isArray(base) ? base.length : 0,
      typeof least === 'number' ? Math.min(least, 100) : 0,
    )
    const item = inner
    inner = Array.from({ length }, (_, at) =>
      at === step.position ? item : Array.isArray(base) && at < base.length ? base[at] : item,
    )
  }
  return { value: inner }
}

/**
 * Whether every member of a value is declared in its schema. Without this, each optional property added to an open
 * object would break everybody who might have used that name for something else.
 */
function usesDeclared(
  side: SchemaSide,
  view: View,
  other: SchemaSide,
  otherView: View,
  value: unknown,
  depth = 0,
): boolean {
  if (depth > MAX_DEPTH) return true
  if (Array.isArray(value)) {
    const items = ownValue(view.flat, 'items')
    if (!isObject(items)) return true
    const otherItems = other.view(ownValue(otherView.flat, 'items'))
    return value.every((item) => usesDeclared(side, side.view(items), other, otherItems, item, depth + 1))
  }
  if (!isObject(value)) return true
  const { flat } = view
  if (['anyOf', 'oneOf', 'allOf', '$ref'].some((key) => Object.hasOwn(flat, key))) return true
  const additional = ownValue(flat, 'additionalProperties')
  const properties = ownValue(flat, 'properties')
  const otherProperties = ownValue(otherView.flat, 'properties')
  const isOpen = additional !== undefined && additional !== false
  const names = namesAskedFor(flat)
  return Object.entries(value).every(([name, part]) => {
    const own = isObject(properties) ? ownValue(properties, name) : undefined
    if (own === undefined) {
      const isOthers = isObject(otherProperties) && Object.hasOwn(otherProperties, name)
      return (
        isOpen ||
        names.has(name) ||
        Object.hasOwn(flat, 'patternProperties') ||
        (name.startsWith(FOREIGN_NAME) && !isOthers)
      )
    }
    const theirs = isObject(otherProperties) ? ownValue(otherProperties, name) : undefined
    return usesDeclared(side, side.view(own), other, other.view(theirs), part, depth + 1)
  })
}

/** Members that a schema requires without describing them; they count as declared. */
function namesAskedFor(flat: JsonObject): ReadonlySet<unknown> {
  const lists = [
    ownValue(flat, 'required'),
    ...dependents(flat, 'dependentRequired'),
    ...dependents(flat, 'dependencies'),
  ]
  return new Set(lists.flatMap((list) => (Array.isArray(list) ? list : [])))
}

function dependents(flat: JsonObject, keyword: string): unknown[] {
  const value = ownValue(flat, keyword)
  return isObject(value) ? [Object.keys(value), ...Object.values(value)] : []
}
