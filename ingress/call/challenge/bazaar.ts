import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import { type ExampleAnswer, exampleAnswer } from './example-answer.ts'
import { type JsonSchema, isSchema, plainSchema } from './plain-schema.ts'

/**
 * The `bazaar` discovery extension of x402 v2 (specs/extensions/bazaar.md) in the body of a 402: an example call in `info`, and
 * in `schema` a JSON Schema 2020-12 that `info` satisfies. Indexers read how to call a resource from it.
 */
export type Bazaar = {
  info: {
    input: { type: 'http'; method: 'POST'; bodyType: 'json'; body: Record<string, unknown> }
    output: { type: 'json'; example: ExampleAnswer }
  }
  schema: JsonSchema
}

/** Bytes of JSON the extension may take in the body, so that an unpaid call is answered with 6 KB at most. */
export const BAZAAR_BYTES = 3_650

/** `extensions.bazaar` of an outcome's 402: as much of its schema and example as there is room for. */
export function bazaarOf(entry: CatalogEntry): Bazaar {
  const whole = {
    schema: plainSchema(entry.outcome.input, 'input'),
    body: entry.outcome.example.input,
    answer: exampleAnswer(entry),
  }
  return fitBazaar(whole, entry.members === undefined ? withFlatSchema : withOutline)
}

/** As much of a schema and an example as there is room for. `outline` shortens the schema before it is given up. */
export function fitBazaar(whole: BazaarParts, outline: (parts: BazaarParts) => BazaarParts = withFlatSchema): Bazaar {
  let parts = whole
  for (const shorten of [
    (same: BazaarParts) => same,
    withoutProse,
    withShortAnswer,
    withRequiredBody,
    outline,
    withBareSchema,
  ]) {
    parts = shorten(parts)
    const made = assemble(parts)
    if (Buffer.byteLength(JSON.stringify(made)) <= BAZAAR_BYTES) return made
  }
  return assemble(withBareSchema(parts))
}

export type BazaarParts = { schema: JsonSchema; body: Record<string, unknown>; answer: ExampleAnswer }

const assemble = ({ schema, body, answer }: BazaarParts): Bazaar => ({
  info: {
    input: { type: 'http', method: 'POST', bodyType: 'json', body },
    output: { type: 'json', example: answer },
  },
  schema: bazaarSchema(schema, ANSWER_SCHEMA),
})

/** What `info` of the extension has to be, for a POST of JSON with this body and answer. */
export const bazaarSchema = (body: JsonSchema, answer: JsonSchema): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    input: {
      type: 'object',
      properties: {
        type: { type: 'string', const: 'http' },
        method: { type: 'string', enum: ['POST'] },
        bodyType: { type: 'string', enum: ['json'] },
        body,
      },
      required: ['type', 'method', 'bodyType', 'body'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: { type: { type: 'string' }, example: answer },
      required: ['type'],
    },
  },
  required: ['input'],
})

const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    resource: { type: 'string' },
    total_usdc: { type: 'string' },
    steps: { type: 'array' },
    result: {},
  },
  required: ['ok', 'result'],
}

const withoutProse = (parts: BazaarParts): BazaarParts => ({ ...parts, schema: stripProse(parts.schema) })

const withShortAnswer = (parts: BazaarParts): BazaarParts => ({
  ...parts,
  answer: { ...parts.answer, result: shortened(parts.answer.result, 2) },
})

const withRequiredBody = (parts: BazaarParts): BazaarParts => {
  const required = requiredOf(parts.schema)
  return {
    ...parts,
    body: Object.fromEntries(Object.entries(parts.body).filter(([name]) => required.includes(name))),
    answer: { ...parts.answer, result: shortened(parts.answer.result, 1) },
  }
}

/** One level of properties with their types; what a property holds is left to the catalog. */
const withFlatSchema = (parts: BazaarParts): BazaarParts => {
  const { properties } = parts.schema
  const flat = Object.entries(isSchema(properties) ? properties : {}).map(([name, property]) => {
    const { type, enum: allowed } = isSchema(property) ? property : {}
    return [name, { ...(type === undefined ? {} : { type }), ...(allowed === undefined ? {} : { enum: allowed }) }]
  })
  return {
    ...parts,
    schema: { type: 'object', properties: Object.fromEntries(flat), required: requiredOf(parts.schema) },
    answer: { ...parts.answer, result: {} },
  }
}

/** Of a bundle: its members, what each needs, and a short body that has it. */
const withOutline = (parts: BazaarParts): BazaarParts => ({
  ...parts,
  schema: outlineOf(parts.schema, 2),
  // Safe: shortening keeps an object an object.
  body: shortened(parts.body, 3) as Record<string, unknown>,
  answer: { ...parts.answer, result: {} },
})

function outlineOf(schema: JsonSchema, depth: number): JsonSchema {
  const { properties } = schema
  const below = Object.entries(isSchema(properties) && depth > 0 ? properties : {})
  return {
    type: 'object',
    ...(below.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            below.map(([name, property]) => [name, isSchema(property) ? outlineOf(property, depth - 1) : {}]),
          ),
        }),
    required: requiredOf(schema),
  }
}

/** The last resort: an object, with an example cut short. */
const withBareSchema = (parts: BazaarParts): BazaarParts => ({
  schema: { type: 'object', additionalProperties: true },
  // Safe: shortening keeps an object an object.
  body: shortened(parts.body, 1) as Record<string, unknown>,
  answer: { ...parts.answer, result: {} },
})

function requiredOf({ required }: JsonSchema): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

const PROSE = new Set(['description', 'title', 'examples'])

function stripProse(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([name, value]) => !PROSE.has(name) || typeof value === 'object')
  return Object.fromEntries(kept.map(([name, value]) => [name, isSchema(value) ? stripProse(value) : value]))
}

const LONGEST_TEXT = 60

/** The same shape, smaller: short strings, one item a list, nothing below `depth`. */
function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT).toWellFormed()}…` : value
  if (Array.isArray(value)) return depth === 0 ? [] : value.slice(0, 1).map((item) => shortened(item, depth - 1))
  if (!isSchema(value)) return value
  if (depth === 0) return {}
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member, depth - 1)]))
}
