import { isSchema, type JsonSchema } from '../../call/challenge/plain-schema.ts'

/** One field of an input or a result, in words. */
export type SchemaRow = { name: string; type: string; isRequired: boolean; about: string }

/** The fields of an object's schema, one row each; none for a schema of something else. */
export function schemaRows({ properties, required }: JsonSchema): SchemaRow[] {
  const needed = new Set<unknown>(Array.isArray(required) ? required : [])
  return Object.entries(isSchema(properties) ? properties : {}).map(([name, member]) => {
    const schema = isSchema(member) ? member : {}
    return { name, type: typeOf(schema), isRequired: needed.has(name), about: aboutOf(schema) }
  })
}

/** The type in a few words: `integer`, `list of text`, `"a" or "b"`. */
function typeOf(schema: JsonSchema): string {
  const { enum: options, const: only, type, items, anyOf } = schema
  if (Array.isArray(options)) return options.map((option) => JSON.stringify(option)).join(' or ')
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(anyOf)) return [...new Set(anyOf.filter(isSchema).map(typeOf))].join(' or ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' or ')
  if (type === 'array') return isSchema(items) ? `list of ${typeOf(items)}` : 'list'
  return typeof type === 'string' ? type : 'any JSON'
}

function aboutOf({
  description,
  default: given,
  minimum,
  maximum,
  minLength,
  maxLength,
  maxItems,
}: JsonSchema): string {
  const range = (least: unknown, most: unknown, unit: string) => {
    if (typeof most === 'number')
      return typeof least === 'number' ? `${least} to ${most}${unit}` : `at most ${most}${unit}`
    return typeof least === 'number' && least > 0 ? `at least ${least}${unit}` : ''
  }
  return [
    typeof description === 'string' ? description : '',
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' letters'),
    range(undefined, maxItems, ' items'),
    given === undefined ? '' : `default ${JSON.stringify(given)}`,
  ]
    .filter((part) => part !== '')
    .join('; ')
    .replaceAll(/\s+/g, ' ')
}
