import { isObject, ownValue, preview, setOwn } from '../json-value.ts'
import type { JsonObject } from '../json-value.ts'
import { pointerToken } from '../json-pointer.ts'
import { META_SCHEMA_URI, isSince } from './draft.ts'
import { Evaluation } from './evaluation.ts'
import { META_INDEX } from './meta-schemas.ts'
import { PatternBook } from './pattern-book.ts'
import type { Place, SchemaIndex } from './schema-index.ts'
import { Sink } from './sink.ts'
import type { Finding } from './sink.ts'

/** Why a schema cannot be used. `meta_schema`: it breaks its own meta-schema. */
export type SchemaProblem = {
  code: 'meta_schema' | 'unresolved_ref' | 'invalid_pattern' | 'endless_schema'
  /** The offending place in the schema, as a URI fragment. */
  schema_path: string
  keyword: string
  message: string
}

const MAX_PROBLEMS = 100
const META_PATTERNS = new PatternBook()

/** Everything that makes a schema unusable: against its meta-schema, then its references and patterns. */
export function checkSchema(index: SchemaIndex, patterns: PatternBook): SchemaProblem[] {
  const { root } = index
  // A part that follows another draft is held against that draft's meta-schema, not its parent's.
  const foreign = new Set(index.nodes.filter((node) => startsForeign(index, node)))
  const meta = [root.root, ...foreign].flatMap((schema) => {
    const place = (isObject(schema) ? index.placeOf(schema) : undefined) ?? { resource: root, location: '#' }
    return againstMetaSchema(foreign.size === 0 ? schema : without(schema, foreign, schema), place)
  })
  if (meta.length > 0) return meta.slice(0, MAX_PROBLEMS)
  const problems: SchemaProblem[] = []
  // Following a reference may bring new subschemas to light, which the growing list then holds.
  for (let at = 0; at < index.nodes.length && problems.length < MAX_PROBLEMS; at += 1) {
    const node = index.nodes[at]
    const place = node && index.placeOf(node)
    if (node === undefined || place === undefined) continue
    const before = index.nodes.length
    problems.push(...unresolved(index, place, node), ...invalidPatterns(patterns, place, node))
    for (const found of index.nodes.slice(before, before + 1)) {
      const where = index.placeOf(found)
      if (where !== undefined) problems.push(...againstMetaSchema(found, where))
    }
  }
  return problems.slice(0, MAX_PROBLEMS)
}

/** Whether a subschema is the root of a resource that follows another draft than the document. */
function startsForeign(index: SchemaIndex, node: JsonObject): boolean {
  const resource = index.placeOf(node)?.resource
  return resource !== undefined && resource.root === node && resource.draft !== index.root.draft
}

/** A copy in which every foreign part but the outermost is `true`. */
function without(value: unknown, foreign: ReadonlySet<unknown>, outermost: unknown): unknown {
  if (value !== outermost && foreign.has(value)) return true
  if (Array.isArray(value)) return value.map((item) => without(item, foreign, outermost))
  if (!isObject(value)) return value
  const copy: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(value)) setOwn(copy, key, without(part, foreign, outermost))
  return copy
}

function againstMetaSchema(schema: unknown, { resource, location }: Place): SchemaProblem[] {
  const sink = new Sink({ keep: MAX_PROBLEMS, isQuick: false })
  const target = META_INDEX.resolve(META_SCHEMA_URI[resource.draft], { resource: META_INDEX.root, location: '#' })
  if (target === undefined) throw new Error(`no meta-schema for ${resource.draft}`)
  const evaluation = new Evaluation({ index: META_INDEX, patterns: META_PATTERNS, assertsFormat: false })
  evaluation.start(target.schema, target.place, schema, sink)
  // The requirement of an alternative is more informative than that none matched.
  const isTold = ({ keyword, instance_path: path }: Finding) =>
    /^(?:anyOf|oneOf)$/.test(keyword) &&
    sink.findings.some((other) => other.instance_path === path && !other.keyword.endsWith('Of'))
  const isFirst = (finding: Finding, at: number) =>
    at ===
    sink.findings.findIndex(
      (other) => other.instance_path === finding.instance_path && other.message === finding.message,
    )
  const told = sink.findings.filter((finding, at) => isFirst(finding, at) && !isTold(finding))
  return told.map((finding) => ({
    code: 'meta_schema',
    schema_path: `${location}${finding.instance_path}`,
    keyword: finding.instance_path.split('/').findLast((token) => !/^\d*$/.test(token)) ?? finding.keyword,
    message: finding.message,
  }))
}

function unresolved(index: SchemaIndex, place: Place, node: JsonObject): SchemaProblem[] {
  const { draft } = place.resource
  const keywords = [
    '$ref',
    ...(draft === '2020-12' ? ['$dynamicRef'] : []),
    ...(draft === '2019-09' ? ['$recursiveRef'] : []),
  ]
  return keywords.flatMap((keyword): SchemaProblem[] => {
    const uri = ownValue(node, keyword)
    if (typeof uri !== 'string' || index.resolve(uri, place) !== undefined) return []
    return [
      {
        code: 'unresolved_ref',
        schema_path: `${place.location}/${keyword}`,
        keyword,
        message: `${preview(uri, 200)} is not in this schema, and nothing is fetched; put its target under ${isSince(draft, '2019-09') ? '$defs' : 'definitions'}`,
      },
    ]
  })
}

function invalidPatterns(patterns: PatternBook, place: Place, node: JsonObject): SchemaProblem[] {
  const single = ownValue(node, 'pattern')
  const named = ownValue(node, 'patternProperties')
  const found: [string, string, string][] = []
  if (typeof single === 'string') found.push(['pattern', 'pattern', single])
  for (const source of isObject(named) ? Object.keys(named) : [])
    found.push(['patternProperties', `patternProperties/${pointerToken(source)}`, source])
  return found.flatMap(([keyword, segment, source]): SchemaProblem[] => {
    const kind = patterns.kindOf(source)
    if (kind.kind !== 'invalid') return []
    const message = `${preview(source, 120)} is no regular expression: ${preview(kind.reason, 160)}`
    return [{ code: 'invalid_pattern', schema_path: `${place.location}/${segment}`, keyword, message }]
  })
}
