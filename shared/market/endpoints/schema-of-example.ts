import { isObject } from '#shared/engines/json/json-value.ts'

const MOST_DEPTH = 20

/**
 * The JSON Schema that an example of an answer stands for: its types, its properties as required ones, and the types of
 * its items. Null says nothing about a type, so it stands for any. Below 20 levels anything is taken.
 */
export function schemaOfExample(example: unknown, depth = 0): Record<string, unknown> {
  if (example === null || example === undefined || depth > MOST_DEPTH) return {}
  if (Array.isArray(example)) return { type: 'array', ...itemsOf(example, depth) }
  if (!isObject(example)) return { type: typeof example === 'bigint' ? 'number' : typeof example }
  const properties = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, schemaOfExample(value, depth + 1)]),
  )
  return { type: 'object', properties, required: Object.keys(example) }
}

/** The schema of items, where all of the example have one. */
function itemsOf(items: readonly unknown[], depth: number): Record<string, unknown> {
  const schemas = items.map((item) => schemaOfExample(item, depth + 1))
  const texts = new Set(schemas.map((schema) => JSON.stringify(schema)))
  return texts.size === 1 ? { items: schemas[0] } : {}
}
