import { Refusal } from '#shared/errors.ts'

import { isObject, ownValue } from '../json-value.ts'
import type { JsonObject } from '../json-value.ts'
import { Coverage } from './coverage.ts'
import { isSince } from './draft.ts'
import { keywordsInOrder } from './keyword-table.ts'
import type { PatternBook } from './pattern-book.ts'
import { report } from './report.ts'
import type { Place, SchemaIndex } from './schema-index.ts'
import type { Fared, Sink } from './sink.ts'
import type { Keyword, Scope, Visit } from './visit.ts'

/** Schemas that may be applied to one and the same instance inside each other before it counts as endless. */
const MAX_NESTING = 400
/** Schemas open inside each other, over all instances. A worker thread's stack has room for more. */
const MAX_DEPTH = 1_000
const MAX_STEPS = 1_000_000
/** Nearer to the instance's first schema hardly anything is met twice. */
const MEMORABLE_NESTING = 4
const ROOT = {}

/** A schema that applies itself to the same instance for ever. */
export class EndlessSchema extends Error {
  readonly location: string

  constructor(location: string) {
    super('The schema applies itself to the same instance without end.')
    this.location = location
  }
}

type Entry = Pick<Visit, 'value' | 'at' | 'sink' | 'coverage' | 'nesting'> & { scope: Scope | null }

type Met = { scope: Scope | null; told: Fared }

/** Whether a result is remembered: only for deep nesting, untracked coverage, and a sink that collects findings. */
const isMemorable = ({ nesting, coverage, sink }: Entry): boolean =>
  nesting >= MEMORABLE_NESTING && coverage === null && !sink.isQuick

type Options = { index: SchemaIndex; patterns: PatternBook; assertsFormat: boolean; maxSteps?: number | undefined }

/** One run of a schema over an instance, with the work it may take. */
export class Evaluation {
  readonly index: SchemaIndex
  readonly patterns: PatternBook
  readonly assertsFormat: boolean
  readonly #plans = new Map<JsonObject, [Keyword, unknown][]>()
  readonly #fared = new Map<JsonObject, Map<object, Met>>()
  readonly #maxSteps: number
  #steps = 0
  #depth = 0

  constructor({ index, patterns, assertsFormat, maxSteps = MAX_STEPS }: Options) {
    this.#maxSteps = maxSteps
    this.index = index
    this.patterns = patterns
    this.assertsFormat = assertsFormat
  }

  /** Counts work, so that an answer never depends on how fast the machine is. */
  spend(steps = 1): void {
    this.#steps += steps
    if (this.#steps <= this.#maxSteps) return
    throw new Refusal(
      'unprocessable',
      'This schema needs too much work on this data. Simplify its alternatives or send less data.',
      {
        extra: { reason: 'too_complex' },
      },
    )
  }

  /** The root schema meets the whole instance. */
  start(schema: unknown, place: Place, value: unknown, sink: Sink): boolean {
    return this.#enter(schema, place, { scope: null, value, at: null, sink, coverage: null, nesting: 0 })
  }

  /** A subschema at `segment` below the schema at hand meets the visit's instance or a part of it. */
  descend(from: Visit, schema: unknown, segment: string, changes: Partial<Visit> = {}): boolean {
    const known = isObject(schema) ? this.index.placeOf(schema) : undefined
    const place = known ?? { resource: from.place.resource, location: `${from.place.location}/${segment}` }
    return this.apply(from, schema, place, changes)
  }

  /** Applies the target of a reference to the visit's instance. */
  apply(from: Visit, schema: unknown, place: Place, changes: Partial<Visit> = {}): boolean {
    const moved = changes.at !== undefined && changes.at !== from.at
    return this.#enter(schema, place, {
      scope: from.scope,
      value: from.value,
      at: from.at,
      sink: from.sink,
      coverage: moved ? null : from.coverage,
      ...changes,
      nesting: moved ? 0 : from.nesting + 1,
    })
  }

  #enter(schema: unknown, place: Place, target: Entry): boolean {
    this.spend()
    if (schema === false) {
      report(target, place.location, 'false schema', {
        message: 'is not allowed here: the schema is false',
        expected: 'nothing at this place',
      })
      return false
    }
    if (!isObject(schema)) return true
    if (target.nesting > MAX_NESTING) throw new EndlessSchema(place.location)
    if (this.#depth > MAX_DEPTH) {
      throw new Refusal('unprocessable', 'The data and the schema are nested too deep together.', {
        extra: { reason: 'too_deep' },
      })
    }
    const known = this.#known(schema, target)
    if (known !== undefined) {
      target.sink.absorb(known)
      return known.count === 0
    }
    const { isFresh } = target.sink
    this.#depth += 1
    const holds = this.#visit(schema, place, target)
    this.#depth -= 1
    if (isFresh) this.#remember(schema, target)
    return holds
  }

  /**
   * The earlier result of a schema for this exact instance, when branches and references lead to it repeatedly. Work
   * that would double at every level is then done once per level.
   */
  #known(schema: JsonObject, target: Entry): Fared | undefined {
    if (!isMemorable(target)) return undefined
    const met = this.#fared.get(schema)?.get(target.at ?? ROOT)
    // Dynamic references look through the scope, so another one may fare differently.
    return met?.scope === target.scope ? met.told : undefined
  }

  #remember(schema: JsonObject, target: Entry): void {
    if (!isMemorable(target)) return
    const places = this.#fared.get(schema) ?? new Map<object, Met>()
    this.#fared.set(schema, places.set(target.at ?? ROOT, { scope: target.scope, told: target.sink.told() }))
  }

  #visit(node: JsonObject, place: Place, target: Entry): boolean {
    const { sink } = target
    const before = sink.count
    const scope =
      target.scope?.resource === place.resource ? target.scope : { resource: place.resource, outer: target.scope }
    const asksCoverage = Object.hasOwn(node, 'unevaluatedProperties') || Object.hasOwn(node, 'unevaluatedItems')
    const coverage = asksCoverage ? new Coverage() : target.coverage
    const visit: Visit = { ...target, evaluation: this, node, place, scope, coverage, failuresBefore: before }
    for (const [keyword, value] of this.#planOf(node, place)) {
      keyword(value, visit)
      if (sink.isQuick && sink.count > before) return false
    }
    if (sink.count > before) return false
    if (asksCoverage && coverage !== null) target.coverage?.absorb(coverage)
    return true
  }

  /** The keywords of a schema object in the order they run; references first, `unevaluated*` last. */
  #planOf(node: JsonObject, place: Place): [Keyword, unknown][] {
    const known = this.#plans.get(node)
    if (known !== undefined) return known
    const { draft } = place.resource
    // Up to draft 7 a reference stands alone: its siblings are ignored.
    const isAlone = !isSince(draft, '2019-09') && typeof ownValue(node, '$ref') === 'string'
    const plan = keywordsInOrder(draft).flatMap(([name, keyword]): [Keyword, unknown][] =>
      Object.hasOwn(node, name) && (!isAlone || name === '$ref') ? [[keyword, node[name]]] : [],
    )
    this.#plans.set(node, plan)
    return plan
  }
}
