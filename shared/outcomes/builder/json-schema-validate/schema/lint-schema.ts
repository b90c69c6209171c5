import { isObject, ownValue, preview } from '#shared/engines/json/json-value.ts'
import type { JsonObject } from '#shared/engines/json/json-value.ts'
import { nearestName } from '#shared/lib/names/nearest-name.ts'
import { pointerToken } from '#shared/engines/json/json-pointer.ts'
import { DRAFTS, draftNamed, isSince } from '#shared/engines/json/schema/draft.ts'
import type { Draft } from '#shared/engines/json/schema/draft.ts'
import { formatNamed } from '#shared/engines/json/schema/formats.ts'
import { impossibleRange, impossibleType, idleKeywords } from './lint-types.ts'
import { keywordsInOrder } from '#shared/engines/json/schema/keyword-table.ts'
import { unreachableProperties } from './lint-properties.ts'
import type { PatternBook } from '#shared/engines/json/schema/pattern-book.ts'
import type { Place, SchemaIndex } from '#shared/engines/json/schema/schema-index.ts'
import { isKeyword, keywordsOf, shapeOf } from '#shared/engines/json/schema/vocabulary.ts'

/** Something in a usable schema that most likely does not mean what its author meant. */
export type Warning = { code: string; schema_path: string; message: string }

export type Lint = { node: JsonObject; place: Place; index: SchemaIndex; patterns: PatternBook }

const MAX_WARNINGS = 100

/** Reads every subschema for mistakes that validation never shows. At most a hundred warnings, in document order. */
export function lintSchema(index: SchemaIndex, patterns: PatternBook): Warning[] {
  const warnings = schemaUri(index)
  for (const node of index.nodes) {
    if (warnings.length >= MAX_WARNINGS) break
    const place = index.placeOf(node)
    if (place === undefined) continue
    const lint = { node, place, index, patterns }
    for (const rule of RULES) warnings.push(...rule(lint))
  }
  return warnings.slice(0, MAX_WARNINGS)
}

const RULES: readonly ((lint: Lint) => Warning[])[] = [
  ignoredSiblings,
  unknownKeywords,
  unknownFormat,
  backtrackingPatterns,
  impossibleType,
  impossibleRange,
  idleKeywords,
  unreachableProperties,
]

function schemaUri({ root }: SchemaIndex): Warning[] {
  const uri = isObject(root.root) ? ownValue(root.root, '$schema') : undefined
  if (typeof uri !== 'string' || draftNamed(uri) === root.draft) return []
  const named = draftNamed(uri)
  const message =
    named === null
      ? `$schema ${preview(uri, 120)} is not a draft this service knows; it was read as ${root.draft}`
      : `$schema names ${named}, but ${root.draft} was asked for and applied`
  return [{ code: named === null ? 'unknown_meta_schema' : 'draft_mismatch', schema_path: '#/$schema', message }]
}

function ignoredSiblings({ node, place }: Lint): Warning[] {
  const { draft } = place.resource
  if (isSince(draft, '2019-09') || typeof ownValue(node, '$ref') !== 'string') return []
  const ignored = keywordsInOrder(draft).flatMap(([name]) =>
    name !== '$ref' && Object.hasOwn(node, name) ? [name] : [],
  )
  return ignored.map((name) => ({
    code: 'ignored_sibling_of_ref',
    schema_path: `${place.location}/${name}`,
    message: `up to draft-07, "${name}" beside "$ref" is ignored; put both into "allOf"`,
  }))
}

// Left alone: they assert nothing in any draft, so nobody is misled.
const HARMLESS = new Set([
  '$defs',
  '$comment',
  'examples',
  'example',
  'readOnly',
  'writeOnly',
  'deprecated',
  '$vocabulary',
])

const ADVICE: Readonly<Record<string, string>> = {
  nullable: 'it is OpenAPI 3.0; add "null" to "type" instead',
  discriminator: 'it is OpenAPI; "oneOf" alone decides here',
  optional: 'a property is optional unless "required" lists it',
}

function unknownKeywords({ node, place }: Lint): Warning[] {
  const { draft } = place.resource
  return Object.keys(node)
    .filter((name) => shapeOf(name, draft) === null && !HARMLESS.has(name) && !name.startsWith('x-'))
    .map((name) => ({
      code: 'unknown_keyword',
      schema_path: `${place.location}/${pointerToken(name)}`,
      message: `"${preview(name, 60).slice(1, -1)}" is not a keyword of ${draft} and is ignored${hint(name, draft)}`,
    }))
}

function hint(name: string, draft: Draft): string {
  if (Object.hasOwn(ADVICE, name)) return `: ${ADVICE[name]}`
  if (isKeyword(name)) return `: it belongs to ${DRAFTS.filter((other) => shapeOf(name, other) !== null).join(', ')}`
  const near = nearestName(name, keywordsOf(draft))
  return near === null ? '' : `; is "${near}" meant?`
}

function unknownFormat({ node, place }: Lint): Warning[] {
  const format = ownValue(node, 'format')
  if (typeof format !== 'string' || formatNamed(format) !== null) return []
  const message = `the format ${preview(format, 60)} is not known and accepts anything`
  return [{ code: 'unknown_format', schema_path: `${place.location}/format`, message }]
}

function backtrackingPatterns({ node, place, patterns }: Lint): Warning[] {
  const single = ownValue(node, 'pattern')
  const named = ownValue(node, 'patternProperties')
  const sources = [
    ...(typeof single === 'string' ? [['pattern', single] as const] : []),
    ...(isObject(named)
      ? Object.keys(named).map((source) => [`patternProperties/${pointerToken(source)}`, source] as const)
      : []),
  ]
  return sources
    .filter(([, source]) => patterns.kindOf(source).kind === 'backtracking')
    .map(([segment, source]) => ({
      code: 'backtracking_pattern',
      schema_path: `${place.location}/${segment}`,
      message: `${preview(source, 80)} needs a backtracking engine (look-around, back-references or old syntax) and runs under a time limit`,
    }))
}
