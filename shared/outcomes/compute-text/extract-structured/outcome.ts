import { z } from 'zod'

import { schemaFields } from './schema-fields.ts'
import { isDeeperThan } from '#shared/engines/json/json-value.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { byEngine, byModel, cutAt, EngineFacts, flagsOf, InjectionFlags } from '#shared/outcomes/lib/engine-facts.ts'
import example from './example.json' with { type: 'json' }

const CENTS = 8
const REQUESTS = 2
const READ_MS = 15_000
const MOST_SCHEMA = 32_000
const MOST_DEPTH = 40

const scalar = z.union([z.string(), z.number(), z.boolean()])

export const extractStructured = defineOutcome({
  slug: 'extract-structured',
  title: 'Extract structured data',
  description:
    'Fills a JSON Schema from text: every value with the words of the source that state it, nulls for what is not there, ' +
    'and a list of values that were dropped for lack of evidence. Without a model typed extractors find dates, money, ' +
    'mail, phone, URLs, numbers and enum words beside their names (method heuristic).',
  cents: CENTS,
  timeoutMs: 50_000,
  maxBodyBytes: 1024 * 1024,
  models: ['text'],
  withoutModel: 'always',
  types: { takes: { text: 'text', schema: 'json-schema' }, gives: { data: 'json' } },
  input: () =>
    z.object({
      text: z.string().min(1).max(200_000).describe('source'),
      schema: z.looseObject({}).describe('JSON Schema of the wanted object, without $ref'),
      strict: z.boolean().default(true).describe('values must be found in the text'),
    }),
  output: () =>
    z.object({
      ...EngineFacts,
      method: z.enum(['model', 'heuristic']),
      confidence: z.enum(['high', 'medium', 'low']),
      data: z
        .record(z.string(), z.unknown())
        .describe('instance; null for what is not there where null is allowed or required'),
      valid: z.boolean().describe('data is valid against the schema'),
      provenance: z.array(
        z.object({
          path: z.string().describe('JSON Pointer into data'),
          quote: z.string(),
          start: z.int(),
          end: z.int(),
          method: z
            .enum(['verbatim', 'normalised', 'inferred'])
            .describe('inferred: not in the text, only without strict'),
        }),
      ),
      missing: z.array(z.string()).describe('required paths that were not found'),
      rejected: z.array(z.object({ path: z.string(), value: scalar.nullable(), reason: z.string() })),
      injection_flags: InjectionFlags,
    }),
  example: exampleFrom(example),
  check({ schema }) {
    if (isDeeperThan(schema, MOST_DEPTH))
      throw invalidFields({ path: ['schema'], msg: `is nested deeper than ${MOST_DEPTH} levels` })
    if (JSON.stringify(schema).length > MOST_SCHEMA) {
      throw invalidFields({ path: ['schema'], msg: `the schema has more than ${MOST_SCHEMA} characters` })
    }
    const fields = schemaFields(schema)
    if ('problem' in fields) throw invalidFields({ path: ['schema'], msg: fields.problem })
  },
  async run({ text, schema, strict }, { model, compute, signal }) {
    const [{ buildInstance }, { compileSchema, draftOf }, { extractByModel }] = await Promise.all([
      import('./build-instance.ts'),
      import('#shared/engines/json/validate.ts'),
      import('./extract-by-model.ts'),
    ])
    const compiled = compileSchema(schema, draftOf(schema))
    const [problem] = compiled.problems
    if (problem !== undefined)
      throw invalidFields({ path: ['schema'], msg: `it is no usable JSON Schema: ${problem.message}` })
    const fields = schemaFields(schema)
    if ('problem' in fields) throw invalidFields({ path: ['schema'], msg: fields.problem })
    const name = model.nameOf('text')
    const cap = name === null ? null : model.tokenBudget(CENTS, REQUESTS)
    const [read] = await compute(
      'readForeign',
      { texts: [text], maxTokens: cap?.inputTokens ?? null },
      { signal, cpuMs: READ_MS },
    )
    const made =
      cap === null
        ? {
            held: await compute('extractFields', { text, schema }, { signal, cpuMs: READ_MS }),
            rejected: [],
            answer: null,
          }
        : await extractByModel(
            { text: read?.text ?? text, schema, fields, strict, maxOutputTokens: cap.outputTokens },
            (question) => model.ask(question, { signal }),
          )
    const { data, missing } = buildInstance(schema, made.held)
    const { holds } = compiled.validate(data, { assertsFormat: true, wantsAll: false, keep: 1 })
    const facts = made.answer === null ? byEngine('typed-extractors', '1') : byModel(name, [made.answer])
    return {
      ...facts,
      ...cutAt(cap === null ? null : (read?.cutAt ?? null)),
      method: made.answer === null ? 'heuristic' : 'model',
      confidence: !holds ? 'low' : made.answer === null || made.rejected.length > 0 ? 'medium' : 'high',
      data,
      valid: holds,
      provenance: made.held
        .map(({ path, quote, start, end, method }) => ({ path, quote, start, end, method }))
        .toSorted((a, b) => a.start - b.start),
      missing,
      rejected: made.rejected,
      injection_flags: flagsOf(read?.flags ?? []),
    }
  },
})
