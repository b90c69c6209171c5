import { isObject, type JsonObject, ownValue } from '#shared/engines/json/json-value.ts'
import { pointerToken } from '#shared/engines/json/json-pointer.ts'

export type FieldType = 'string' | 'number' | 'integer' | 'boolean'

/** A value that is wanted: where it goes, what it has to be, and what it is called. */
export type Field = {
  /** JSON Pointer; the index of an array is written `*`. */
  path: string
  name: string
  title: string
  type: FieldType
  format: string | null
  options: readonly (string | number | boolean)[] | null
  /** Whether the field itself may be null. */
  mayBeNull: boolean
  /** Whether it is an item of an array of plain values. */
  isItem: boolean
}

const MOST_FIELDS = 200
const MOST_DEPTH = 8

/** The plain values a schema of an object asks for, or what about the schema cannot be worked with. */
export function schemaFields(schema: JsonObject): Field[] | { problem: string } {
  if (!isObject(ownValue(schema, 'properties')))
    return { problem: 'the schema needs properties: it describes the object to fill' }
  const fields: Field[] = []
  const open: { node: JsonObject; path: string; name: string; depth: number; isItem: boolean }[] = [
    { node: schema, path: '', name: '', depth: 0, isItem: false },
  ]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { node, path, name, depth, isItem } = next
    if (Object.hasOwn(node, '$ref'))
      return { problem: `the schema has a $ref at ${path || '/'}; send it without references` }
    if (depth > MOST_DEPTH) return { problem: `the schema is nested deeper than ${MOST_DEPTH} levels` }
    const properties = ownValue(node, 'properties')
    const items = ownValue(node, 'items')
    if (isObject(properties)) {
      for (const [key, child] of Object.entries(properties)) {
        if (isObject(child))
          open.push({ node: child, path: `${path}/${pointerToken(key)}`, name: key, depth: depth + 1, isItem: false })
      }
    } else if (isObject(items)) {
      open.push({ node: items, path: `${path}/*`, name, depth: depth + 1, isItem: true })
    } else fields.push(fieldOf(node, path, name, isItem))
    if (fields.length > MOST_FIELDS) return { problem: `the schema asks for more than ${MOST_FIELDS} values` }
  }
  return fields
}

function fieldOf(node: JsonObject, path: string, name: string, isItem: boolean): Field {
  const types = [ownValue(node, 'type')].flat().filter((type) => typeof type === 'string')
  const options = ownValue(node, 'enum')
  const format = ownValue(node, 'format')
  const words = ['title', 'description'].map((key) => ownValue(node, key)).filter((word) => typeof word === 'string')
  const known = (['number', 'integer', 'boolean', 'string'] as const).find((type) => types.includes(type))
  return {
    path,
    name,
    title: words.join(' ').slice(0, 500),
    type: known ?? 'string',
    format: typeof format === 'string' ? format : null,
    options: Array.isArray(options)
      ? options.filter((one) => typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
      : null,
    mayBeNull: types.includes('null') || types.length === 0 || (Array.isArray(options) && options.includes(null)),
    isItem,
  }
}
