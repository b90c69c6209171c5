import { z } from 'zod'

/** A JSON Schema 2020-12 object without `$schema`, `$defs` or `$ref`, as agents and indexers read it. */
export type JsonSchema = { [keyword: string]: unknown }

/** The plain JSON Schema of a zod schema: what a caller sends (`input`) or gets (`output`). */
export function plainSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => dropSafeIntegerBounds(jsonSchema),
  })
  // Safe: JSON Schema documents are JSON; zod adds a non-enumerable member that is no part of it.
  const root = JSON.parse(JSON.stringify(made)) as JsonSchema
  return inline(root, root, [])
}

/** zod bounds every integer by 2^53 - 1, which tells a reader nothing. */
export function dropSafeIntegerBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

/** Keywords whose values are data, not schemas. */
const DATA = new Set(['default', 'const', 'enum', 'examples', 'example', 'required'])

/** Puts every definition where it is used; a schema that contains itself accepts anything from there on. */
function inline(node: JsonSchema, root: JsonSchema, open: readonly string[]): JsonSchema {
  const { $ref: ref, $defs: _, id: __, ...rest } = node
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, inlineKeyword(name, value, root, open)]),
  )
  if (typeof ref !== 'string') return own
  if (open.includes(ref) || ref === '#') return own
  return { ...inline(definition(root, ref), root, [...open, ref]), ...own }
}

function inlineKeyword(name: string, value: unknown, root: JsonSchema, open: readonly string[]): unknown {
  if (DATA.has(name)) return value
  if (Array.isArray(value)) return value.map((item: unknown) => (isSchema(item) ? inline(item, root, open) : item))
  if (!isSchema(value)) return value
  if (name !== 'properties' && name !== 'patternProperties') return inline(value, root, open)
  return Object.fromEntries(
    Object.entries(value).map(([property, item]) => [property, isSchema(item) ? inline(item, root, open) : item]),
  )
}

function definition(root: JsonSchema, ref: string): JsonSchema {
  const { $defs: definitions } = root
  const found = isSchema(definitions) ? definitions[ref.replace('#/$defs/', '')] : undefined
  return isSchema(found) ? found : {}
}

/** Whether a value is a JSON object, which is what every schema but `true` and `false` is. */
export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
