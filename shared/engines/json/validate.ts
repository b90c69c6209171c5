import { Refusal } from '#shared/errors.ts'

import { isDeeperThan, isObject, ownValue } from './json-value.ts'
import { checkSchema } from './schema/check-schema.ts'
import type { SchemaProblem } from './schema/check-schema.ts'
import { draftNamed } from './schema/draft.ts'
import type { Draft } from './schema/draft.ts'
import { EndlessSchema, Evaluation } from './schema/evaluation.ts'
import { META_SCHEMAS } from './schema/meta-schemas.ts'
import { PatternBook } from './schema/pattern-book.ts'
import { SchemaIndex } from './schema/schema-index.ts'
import { Sink } from './schema/sink.ts'
import type { Finding } from './schema/sink.ts'

const MAX_SCHEMA_DEPTH = 200
const MAX_DATA_DEPTH = 300
const MAX_SUBSCHEMAS = 20_000

type ValidateOptions = {
  assertsFormat: boolean
  /** False stops at the first failure. */
  wantsAll: boolean
  /** Failures described; all are counted. */
  keep: number
  wantsDefaults?: boolean
  /** Work after which it ends by a Refusal with the reason `too_complex`; a million steps unless said. */
  maxSteps?: number
}

export type Verdict = {
  holds: boolean
  count: number
  findings: readonly Finding[]
  defaults: ReadonlyMap<string, unknown>
  /** Found only while running: a schema that applies itself for ever. */
  problems: readonly SchemaProblem[]
}

/** A schema, read once and checked, that can meet any number of instances. */
export type CompiledSchema = {
  draft: Draft
  index: SchemaIndex
  patterns: PatternBook
  /** Empty when the schema can be used. */
  problems: readonly SchemaProblem[]
  validate: (data: unknown, options: ValidateOptions) => Verdict
}

/**
 * Reads a JSON Schema of any draft from 4 to 2020-12. Nothing is ever fetched. A schema that cannot be used has
 * `problems`; one that is too deep or too large is a Refusal, as is data that is too deep or takes too much work.
 */
export function compileSchema(schema: unknown, draft: Draft): CompiledSchema {
  if (isDeeperThan(schema, MAX_SCHEMA_DEPTH)) throw tooDeep('The schema', MAX_SCHEMA_DEPTH)
  const index = new SchemaIndex(schema, draft, META_SCHEMAS)
  if (index.nodes.length > MAX_SUBSCHEMAS) {
    throw new Refusal(
      'unprocessable',
      `The schema has ${index.nodes.length} subschemas; at most ${MAX_SUBSCHEMAS} are taken.`,
      {
        extra: { reason: 'schema_too_large' },
      },
    )
  }
  const patterns = new PatternBook()
  const problems = checkSchema(index, patterns)
  return {
    draft,
    index,
    patterns,
    problems,
    validate: (data, { assertsFormat, wantsAll, keep, wantsDefaults = false, maxSteps }) => {
      if (isDeeperThan(data, MAX_DATA_DEPTH)) throw tooDeep('The data', MAX_DATA_DEPTH)
      const sink = new Sink({ keep: wantsAll ? keep : 1, isQuick: !wantsAll, defaults: wantsDefaults })
      const evaluation = new Evaluation({ index, patterns, assertsFormat, maxSteps })
      try {
        const place = (isObject(schema) ? index.placeOf(schema) : undefined) ?? { resource: index.root, location: '#' }
        const holds = evaluation.start(schema, place, data, sink)
        return { holds, count: sink.count, findings: sink.findings, defaults: sink.defaults, problems: [] }
      } catch (error) {
        // A small stack may end before our own limit does; the answer is the same.
        if (error instanceof RangeError) throw tooDeep('The data with its schema', MAX_DATA_DEPTH)
        if (!(error instanceof EndlessSchema)) throw error
        const problem = {
          code: 'endless_schema',
          schema_path: error.location,
          keyword: '$ref',
          message: error.message,
        } as const
        return { holds: false, count: 0, findings: [], defaults: new Map(), problems: [problem] }
      }
    },
  }
}

/** The draft that a schema names in its `$schema`; 2020-12 when it names no known one. */
export const draftOf = (schema: unknown): Draft =>
  (isObject(schema) ? draftNamed(ownValue(schema, '$schema')) : null) ?? '2020-12'

const tooDeep = (what: string, limit: number) =>
  new Refusal('unprocessable', `${what} is nested deeper than ${limit} levels.`, { extra: { reason: 'too_deep' } })
