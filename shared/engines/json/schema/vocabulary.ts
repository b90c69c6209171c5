import { isSince } from './draft.ts'
import type { Draft } from './draft.ts'

/** The value of a keyword: subschemas in one of these shapes, or anything else. */
export type Shape = 'schema' | 'list' | 'map' | 'schema-or-list' | 'dependencies' | 'other'

type Entry = { shape: Shape; from?: Draft; until?: Draft }

/** The types of instance a keyword looks at, for those that pass anything else. */
type InstanceType = 'number' | 'string' | 'array' | 'object'

/**
 * Every keyword of every draft and where it holds subschemas. `dependencies` and `definitions` left the newest drafts'
 * keywords but are still in their meta-schemas, and validators go on honouring them.
 */
const KEYWORDS: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ['$schema', { shape: 'other' }],
  ['$ref', { shape: 'other' }],
  ['id', { shape: 'other', until: 'draft-04' }],
  ['$id', { shape: 'other', from: 'draft-06' }],
  ['$comment', { shape: 'other', from: 'draft-07' }],
  ['$anchor', { shape: 'other', from: '2019-09' }],
  ['$vocabulary', { shape: 'other', from: '2019-09' }],
  ['$recursiveRef', { shape: 'other', from: '2019-09', until: '2019-09' }],
  ['$recursiveAnchor', { shape: 'other', from: '2019-09', until: '2019-09' }],
  ['$dynamicRef', { shape: 'other', from: '2020-12' }],
  ['$dynamicAnchor', { shape: 'other', from: '2020-12' }],
  ['$defs', { shape: 'map', from: '2019-09' }],
  ['definitions', { shape: 'map' }],
  ['title', { shape: 'other' }],
  ['description', { shape: 'other' }],
  ['default', { shape: 'other' }],
  ['examples', { shape: 'other', from: 'draft-06' }],
  ['readOnly', { shape: 'other', from: 'draft-07' }],
  ['writeOnly', { shape: 'other', from: 'draft-07' }],
  ['deprecated', { shape: 'other', from: '2019-09' }],
  ['type', { shape: 'other' }],
  ['enum', { shape: 'other' }],
  ['const', { shape: 'other', from: 'draft-06' }],
  ['multipleOf', { shape: 'other' }],
  ['maximum', { shape: 'other' }],
  ['exclusiveMaximum', { shape: 'other' }],
  ['minimum', { shape: 'other' }],
  ['exclusiveMinimum', { shape: 'other' }],
  ['maxLength', { shape: 'other' }],
  ['minLength', { shape: 'other' }],
  ['pattern', { shape: 'other' }],
  ['format', { shape: 'other' }],
  ['contentEncoding', { shape: 'other', from: 'draft-07' }],
  ['contentMediaType', { shape: 'other', from: 'draft-07' }],
  ['contentSchema', { shape: 'schema', from: '2019-09' }],
  ['prefixItems', { shape: 'list', from: '2020-12' }],
  ['items', { shape: 'schema-or-list' }],
  ['additionalItems', { shape: 'schema', until: '2019-09' }],
  ['unevaluatedItems', { shape: 'schema', from: '2019-09' }],
  ['contains', { shape: 'schema', from: 'draft-06' }],
  ['minContains', { shape: 'other', from: '2019-09' }],
  ['maxContains', { shape: 'other', from: '2019-09' }],
  ['maxItems', { shape: 'other' }],
  ['minItems', { shape: 'other' }],
  ['uniqueItems', { shape: 'other' }],
  ['maxProperties', { shape: 'other' }],
  ['minProperties', { shape: 'other' }],
  ['required', { shape: 'other' }],
  ['properties', { shape: 'map' }],
  ['patternProperties', { shape: 'map' }],
  ['additionalProperties', { shape: 'schema' }],
  ['unevaluatedProperties', { shape: 'schema', from: '2019-09' }],
  ['propertyNames', { shape: 'schema', from: 'draft-06' }],
  ['dependencies', { shape: 'dependencies' }],
  ['dependentRequired', { shape: 'other', from: '2019-09' }],
  ['dependentSchemas', { shape: 'map', from: '2019-09' }],
  ['allOf', { shape: 'list' }],
  ['anyOf', { shape: 'list' }],
  ['oneOf', { shape: 'list' }],
  ['not', { shape: 'schema' }],
  ['if', { shape: 'schema', from: 'draft-07' }],
  ['then', { shape: 'schema', from: 'draft-07' }],
  ['else', { shape: 'schema', from: 'draft-07' }],
])

/** The shape of a keyword's value in a draft; null when that draft does not know the keyword. */
export function shapeOf(keyword: string, draft: Draft): Shape | null {
  const entry = KEYWORDS.get(keyword)
  if (entry === undefined) return null
  if (entry.from !== undefined && !isSince(draft, entry.from)) return null
  if (entry.until !== undefined && draft !== entry.until && isSince(draft, entry.until)) return null
  return entry.shape
}

/** Whether any draft knows the keyword. */
export const isKeyword = (keyword: string) => KEYWORDS.has(keyword)

/** All keywords that a draft knows. */
export const keywordsOf = (draft: Draft) => [...KEYWORDS.keys()].filter((keyword) => shapeOf(keyword, draft) !== null)

/** Keywords that apply only to instances of one type. */
export const KEYWORD_TYPE: Readonly<Record<string, InstanceType>> = {
  multipleOf: 'number',
  maximum: 'number',
  exclusiveMaximum: 'number',
  minimum: 'number',
  exclusiveMinimum: 'number',
  maxLength: 'string',
  minLength: 'string',
  pattern: 'string',
  prefixItems: 'array',
  items: 'array',
  additionalItems: 'array',
  unevaluatedItems: 'array',
  contains: 'array',
  maxItems: 'array',
  minItems: 'array',
  uniqueItems: 'array',
  maxProperties: 'object',
  minProperties: 'object',
  required: 'object',
  properties: 'object',
  patternProperties: 'object',
  additionalProperties: 'object',
  unevaluatedProperties: 'object',
  propertyNames: 'object',
  dependencies: 'object',
  dependentRequired: 'object',
  dependentSchemas: 'object',
}
