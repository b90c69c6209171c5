import { digestOf } from '#shared/lib/crypto/digest.ts'

import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { References, type OpenapiReport } from './read-openapi.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
const MOST_OPERATIONS = 2_000

/** One operation with everything a price could stand in. */
export type Operation = {
  id: string | null
  method: string
  /** As written, with {parameters}. */
  path: string
  /** Pointer of it. */
  at: string
  object: JsonObject
  pathItem: JsonObject
  description: string | null
  requestSchema: unknown
  requestExample: unknown
  responseExample: unknown
  parameters: readonly JsonObject[]
  hasBody: boolean
  response402: JsonObject | undefined
  /** Names of security schemes it wants. */
  security: readonly string[]
}

/** Every operation in the order of the paths. */
export function listOperations(report: OpenapiReport, document: JsonObject): Operation[] {
  const refs = new References(document, report)
  const paths = ownValue(document, 'paths')
  const found: Operation[] = []
  for (const [path, value] of Object.entries(isObject(paths) ? paths : {})) {
    const at = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const pathItem = refs.resolve(value)
    if (pathItem === undefined) continue
    if (!path.startsWith('/')) report.add('OA_PATH', at, { given: path })
    for (const method of METHODS) {
      const object = ownValue(pathItem, method)
      if (!isObject(object)) continue
      if (found.length >= MOST_OPERATIONS) {
        report.add('OA_TOO_MANY', '/paths', { count: MOST_OPERATIONS })
        return found
      }
      found.push(read(refs, document, { path, method, at: `${at}/${method}`, object, pathItem }))
    }
  }
  return found
}

type Place = Pick<Operation, 'path' | 'method' | 'at' | 'object' | 'pathItem'>

function read(refs: References, document: JsonObject, place: Place): Operation {
  const { object, pathItem } = place
  const body = refs.resolve(ownValue(object, 'requestBody'))
  const media = body === undefined ? undefined : jsonMedia(refs, body)
  const responses = refs.resolve(ownValue(object, 'responses'))
  const ok =
    responses === undefined ? undefined : Object.keys(responses).find((status) => /^2(?:\d\d|XX)$/i.test(status))
  const okBody = ok === undefined || responses === undefined ? undefined : refs.resolve(ownValue(responses, ok))
  const okMedia = okBody === undefined ? undefined : jsonMedia(refs, okBody)
  const id = ownValue(object, 'operationId')
  const words = ['summary', 'description']
    .map((name) => ownValue(object, name))
    .find((word) => typeof word === 'string' && word !== '')
  const lists = [ownValue(pathItem, 'parameters'), ownValue(object, 'parameters')].filter((list) => Array.isArray(list))
  return {
    ...place,
    method: place.method.toUpperCase(),
    id: typeof id === 'string' ? id : null,
    description: typeof words === 'string' ? words : null,
    requestSchema:
      media === undefined ? undefined : (refs.resolve(ownValue(media, 'schema')) ?? ownValue(media, 'schema')),
    requestExample: media === undefined ? undefined : exampleOf(refs, media),
    responseExample: okMedia === undefined ? undefined : exampleOf(refs, okMedia),
    parameters: lists.flat().flatMap((parameter: unknown): JsonObject[] => {
      const resolved = refs.resolve(parameter)
      return resolved === undefined ? [] : [resolved]
    }),
    hasBody: body !== undefined,
    response402: responses === undefined ? undefined : refs.resolve(ownValue(responses, '402')),
    security: securityOf(document, object),
  }
}

function jsonMedia(refs: References, body: JsonObject): JsonObject | undefined {
  const content = refs.resolve(ownValue(body, 'content'))
  if (content === undefined) return undefined
  const [first] = Object.keys(content)
  const name = Object.keys(content).find((type) => /[/+]json\b/i.test(type)) ?? first
  return name === undefined ? undefined : refs.resolve(ownValue(content, name))
}

/** The example of a media type: its own, the first of several, or that of its schema. */
export function exampleOf(refs: Pick<References, 'resolve'>, media: JsonObject): unknown {
  const own = ownValue(media, 'example')
  if (own !== undefined) return own
  const several = refs.resolve(ownValue(media, 'examples'))
  for (const example of Object.values(several ?? {})) {
    const value = refs.resolve(example)
    if (value !== undefined && Object.hasOwn(value, 'value')) return ownValue(value, 'value')
  }
  const schema = refs.resolve(ownValue(media, 'schema'))
  if (schema === undefined) return undefined
  const examples = ownValue(schema, 'examples')
  return ownValue(schema, 'example') ?? (Array.isArray(examples) ? examples[0] : undefined)
}

function securityOf(document: JsonObject, object: JsonObject): string[] {
  const wanted = ownValue(object, 'security') ?? ownValue(document, 'security')
  if (!Array.isArray(wanted)) return []
  // An empty requirement among them makes credentials optional.
  if (wanted.some((one) => isObject(one) && Object.keys(one).length === 0)) return []
  return wanted.filter(isObject).flatMap((one) => Object.keys(one))
}

/** Digest of a request schema as it stands (references are not followed); null without one. */
export function schemaDigest(schema: unknown): string | null {
  try {
    return schema === undefined ? null : digestOf(schema)
  } catch {
    return null
  }
}
