import { sampleOf } from '../sample-of.ts'
import type { Schema } from './operations.ts'

const DEEPEST = 6

/** The least value that a schema takes, as far as the schema says: required members, shortest lists and texts. */
export function skeletonOf(given: Schema, resolve: (schema: Schema) => Schema, depth = 0): unknown {
  const schema = resolve(given)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [branch] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (branch !== undefined) return skeletonOf(branch, resolve, depth)
  switch (schema.type) {
    case 'string':
      return textFor(schema)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return Array.from({ length: depth > DEEPEST ? 0 : Math.max(schema.minItems ?? 1, 1) }, (_, nth) =>
        skeletonOf(schema.prefixItems?.[nth] ?? schema.items ?? {}, resolve, depth + 1),
      )
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, skeletonOf(schema.properties?.[name] ?? {}, resolve, depth + 1)]),
      )
    default:
      return 'a'
  }
}

function textFor({ pattern, format, minLength = 1 }: Schema): string {
  if (format === 'date-time') return '2026-01-01T00:00:00Z'
  if (format === 'date') return '2026-01-01'
  if (format === 'uri') return 'https://example.com/'
  if (pattern !== undefined) return sampleOf(pattern, () => 0.5)
  return 'a'.repeat(minLength)
}
