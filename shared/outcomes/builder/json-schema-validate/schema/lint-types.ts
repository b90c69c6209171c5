import { identityOf, isObject, ownValue, typeOf } from '#shared/engines/json/json-value.ts'
import type { JsonObject } from '#shared/engines/json/json-value.ts'
import { isSince } from '#shared/engines/json/schema/draft.ts'
import type { Lint, Warning } from './lint-schema.ts'
import type { Place, SchemaIndex } from '#shared/engines/json/schema/schema-index.ts'
import { KEYWORD_TYPE } from '#shared/engines/json/schema/vocabulary.ts'

const ALL = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const

/** No value can have the types that the schema, its values and its `allOf` ask for together. */
export function impossibleType({ node, place, index }: Lint): Warning[] {
  const asked = typesOf(node)
  const parts = conjuncts(node, place, index).map(typesOf)
  const left = parts.reduce((types, other) => types.filter((type) => other.includes(type)), asked)
  if (asked.length > 0 && left.length === 0) {
    return [
      {
        code: 'impossible_type',
        schema_path: place.location,
        message: 'no value can have all the types this schema and its parts ask for',
      },
    ]
  }
  const [keyword, values] =
    Object.hasOwn(node, 'const') && isSince(place.resource.draft, 'draft-06')
      ? ['const', [node['const']]]
      : ['enum', ownValue(node, 'enum')]
  if (!Array.isArray(values) || values.length === 0 || values.some((value) => left.includes(typeOf(value)))) return []
  return [
    {
      code: 'impossible_type',
      schema_path: `${place.location}/${keyword}`,
      message: `no value of "${keyword}" has the type ${left.join(' or ')}, so nothing is valid here`,
    },
  ]
}

/** The types a schema lets through by `type`; an integer is a number. */
function typesOf(node: JsonObject): string[] {
  const type = ownValue(node, 'type')
  if (type === undefined) return [...ALL]
  const named = Array.isArray(type) ? type : [type]
  return ALL.filter((name) => named.includes(name) || (name === 'integer' && named.includes('number')))
}

/** The schemas that must hold together with this one: `allOf`, and what `$ref` points to. */
export function conjuncts(node: JsonObject, place: Place, index: SchemaIndex): JsonObject[] {
  const allOf = ownValue(node, 'allOf')
  const listed = Array.isArray(allOf) ? allOf : []
  const direct = listed.filter(isObject).map((part) => followed(part, index.placeOf(part) ?? place, index) ?? part)
  const referred = isSince(place.resource.draft, '2019-09') ? followed(node, place, index) : null
  return referred === null ? direct : [...direct, referred]
}

function followed(node: JsonObject, place: Place, index: SchemaIndex): JsonObject | null {
  const reference = ownValue(node, '$ref')
  const target = typeof reference === 'string' ? index.resolve(reference, place)?.schema : null
  return isObject(target) ? target : null
}

const RANGES = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
] as const

/** A lower limit above the upper one, or a required name list longer than `maxProperties`. */
export function impossibleRange({ node, place }: Lint): Warning[] {
  const broken = RANGES.find(([low, high]) => {
    const [least, most] = [ownValue(node, low), ownValue(node, high)]
    return (
      typeof least === 'number' &&
      typeof most === 'number' &&
      (least > most || (low.startsWith('exclusive') && least === most))
    )
  })
  const required = ownValue(node, 'required')
  const most = ownValue(node, 'maxProperties')
  const isCrowded = Array.isArray(required) && typeof most === 'number' && new Set(required.map(identityOf)).size > most
  if (broken === undefined && !isCrowded) return []
  const [low, high] = broken ?? ['required', 'maxProperties']
  return [
    {
      code: 'impossible_range',
      schema_path: `${place.location}/${low}`,
      message: `"${low}" asks for more than "${high}" allows, so nothing is valid here`,
    },
  ]
}

/** Keywords that look at another type than the schema allows, and so never do anything. */
export function idleKeywords({ node, place }: Lint): Warning[] {
  if (!Object.hasOwn(node, 'type')) return []
  const types = typesOf(node)
  return Object.keys(node)
    .filter((name) => Object.hasOwn(KEYWORD_TYPE, name))
    .filter((name) => !types.includes(KEYWORD_TYPE[name] === 'number' ? 'integer' : (KEYWORD_TYPE[name] ?? '')))
    .map((name) => ({
      code: 'idle_keyword',
      schema_path: `${place.location}/${name}`,
      message: `"${name}" looks at ${KEYWORD_TYPE[name]} values only, and "type" allows none`,
    }))
}
