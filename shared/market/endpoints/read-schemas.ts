import { isObject, ownValue } from '#shared/engines/json/json-value.ts'
import { compileSchema, draftOf } from '#shared/engines/json/validate.ts'
import { type FieldError, invalidFields, Refusal } from '#shared/errors.ts'

import { schemaOfExample } from './schema-of-example.ts'

/** Most characters of one schema or example as JSON text. */
const MOST_CHARS = 32_768

/** What a seller declares of its requests and answers. */
export type DeclaredSchemas = {
  inputSchema: Record<string, unknown>
  inputExample: Record<string, unknown>
  outputSchema: Record<string, unknown> | undefined
  outputExample: unknown
}

/** The schemas of an endpoint as they are kept: JSON texts. */
export type KeptSchemas = {
  inputSchema: string
  inputExample: string
  outputSchema: string
  outputExample: string | null | undefined
}

/**
 * Checks the schemas of an endpoint and its examples against them. An example of an answer stands for a schema of its
 * types. Throws 422 for a schema that is invalid, names what it does not hold, or has a pattern that can backtrack, for
 * examples that do not keep their schema, and for texts over 32,768 characters. Takes time that the schemas choose: run it
 * in a thread.
 */
export function readSchemas(declared: DeclaredSchemas): KeptSchemas {
  const { inputSchema, inputExample, outputExample } = declared
  if (declared.outputSchema === undefined && outputExample === undefined)
    throw invalidFields({ path: ['output_schema'], type: 'missing', msg: 'Field required, or output_example' })
  const outputSchema = declared.outputSchema ?? schemaOfExample(outputExample)
  const texts = {
    inputSchema: textOf('input_schema', inputSchema),
    inputExample: textOf('input_example', inputExample),
    outputSchema: textOf('output_schema', outputSchema),
    outputExample: outputExample === undefined ? null : textOf('output_example', outputExample),
  }
  checkSchema('input_schema', inputSchema, { name: 'input_example', value: inputExample })
  checkSchema(
    'output_schema',
    outputSchema,
    outputExample === undefined ? null : { name: 'output_example', value: outputExample },
  )
  return texts
}

function textOf(field: string, value: unknown): string {
  const text = JSON.stringify(value)
  if (text.length > MOST_CHARS)
    throw invalidFields({ path: [field], msg: `Value error, at most ${MOST_CHARS} characters of JSON` })
  return text
}

function checkSchema(field: string, schema: unknown, example: { name: string; value: unknown } | null): void {
  const compiled = compileSchema(schema, draftOf(schema))
  const wrong = (msg: string): FieldError => ({ type: 'value_error', loc: ['body', field], msg: `Value error, ${msg}` })
  if (compiled.problems.length > 0)
    throw refused(compiled.problems.map(({ schema_path: at, message }) => wrong(`${at} ${message}`)))
  const slow = patternsOf(compiled.index.nodes).filter((source) => compiled.patterns.kindOf(source).kind !== 'linear')
  if (slow.length > 0)
    throw refused(
      slow.map((source) =>
        wrong(
          `the pattern ${JSON.stringify(source.slice(0, 80))} can take exponential time: no look-around, no back-references`,
        ),
      ),
    )
  if (example === null) return
  const { holds, findings, problems } = compiled.validate(example.value, LIMITS)
  if (!holds)
    throw invalidFields({
      path: [example.name],
      msg: `Value error, it does not keep its schema: ${findings[0]?.instance_path ?? ''} ${findings[0]?.message ?? problems[0]?.message ?? ''}`,
    })
}

const LIMITS = { assertsFormat: true, wantsAll: false, keep: 1 }

const refused = (fields: FieldError[]) =>
  new Refusal('validation_error', 'The schema cannot be used.', { detail: fields.slice(0, 20) })

/** Every pattern in a schema, also those that names of properties are matched with. */
function patternsOf(nodes: readonly Record<string, unknown>[]): string[] {
  return nodes.flatMap((node) => {
    const single = ownValue(node, 'pattern')
    const named = ownValue(node, 'patternProperties')
    return [...(typeof single === 'string' ? [single] : []), ...(isObject(named) ? Object.keys(named) : [])]
  })
}
