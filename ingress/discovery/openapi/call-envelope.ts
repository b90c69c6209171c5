import { z } from 'zod'

import { isSchema, type JsonSchema } from '#ingress/call/challenge/plain-schema.ts'

import { outcomeAnswer } from './outcome-answer.ts'

const NAME = 'CallEnvelope'

/** Members that the answers of all outcomes have. */
const COMMON = new Set(Object.keys(outcomeAnswer(z.unknown()).shape).filter((name) => name !== 'result'))

/**
 * Replaces what the answers of all outcomes have in common by a reference, which it also writes to `components`. `holder`
 * holds the schema of an answer under `schema`, or of an answer or something else.
 */
export function nameEnvelope(holder: JsonSchema, components: Record<string, unknown>): void {
  const { schema } = holder
  if (!isSchema(schema)) return
  const { properties, required, anyOf } = schema
  if (Array.isArray(anyOf)) {
    const options = anyOf.map((option: unknown) => ({ schema: option }))
    for (const option of options) nameEnvelope(option, components)
    schema['anyOf'] = options.map((option) => option.schema)
    return
  }
  if (!isSchema(properties) || !('result' in properties) || !('charge' in properties)) return
  const needed = Array.isArray(required) ? required : []
  const part = (isCommon: boolean) => ({
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => COMMON.has(name) === isCommon)),
    required: needed.filter((name: unknown) => COMMON.has(String(name)) === isCommon),
  })
  components[NAME] = { description: "What every call answers beside the outcome's own result.", ...part(true) }
  holder['schema'] = {
    allOf: [{ $ref: `#/components/schemas/${NAME}` }],
    ...part(false),
    unevaluatedProperties: false,
  }
}
