import { pointerToken } from '#shared/engines/json/json-pointer.ts'
import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { bytesOf, savedBytes } from './measure-header.ts'

export type Trim = { path: string; saves_bytes: number; how: string }

/** Descriptions longer than this are an essay, not a label. */
const PLENTY = 160
const MOST_TRIMS = 20

type Found = { path: string; less: number; how: string }

/** What could go from a PaymentRequired document, largest saving first. Each saving is counted alone. */
export function suggestTrims(document: unknown, sentBytes: number | null): Trim[] {
  if (!isObject(document)) return []
  const total = bytesOf(document)
  const found = [
    ...ofWhitespace(total, sentBytes),
    ...ofResource(document),
    ...ofAccepts(ownValue(document, 'accepts')),
    ...ofExtensions(ownValue(document, 'extensions')),
  ]
  return found
    .map(({ path, less, how }) => ({ path, saves_bytes: savedBytes(total, less), how }))
    .filter((trim) => trim.saves_bytes > 0)
    .sort((a, b) => b.saves_bytes - a.saves_bytes || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_TRIMS)
}

const ofWhitespace = (total: number, sentBytes: number | null): Found[] =>
  sentBytes !== null && sentBytes > total
    ? [{ path: '', less: sentBytes - total, how: 'Serialize without white space.' }]
    : []

function ofResource(document: JsonObject): Found[] {
  const resource = ownValue(document, 'resource')
  return isObject(resource) ? ofTexts(resource, '/resource') : []
}

function ofTexts(object: JsonObject, at: string): Found[] {
  const found: Found[] = []
  const description = ownValue(object, 'description')
  if (typeof description === 'string' && bytesOf(description) > PLENTY)
    found.push({
      path: `${at}/description`,
      less: bytesOf(description) - PLENTY,
      how: `Shorten the description to ${PLENTY} bytes.`,
    })
  const icon = ownValue(object, 'iconUrl')
  if (typeof icon === 'string' && icon.startsWith('data:'))
    found.push({ path: `${at}/iconUrl`, less: bytesOf(icon), how: 'Link the icon instead of embedding it.' })
  return found
}

function ofAccepts(accepts: unknown): Found[] {
  if (!Array.isArray(accepts)) return []
  const seen = new Set<string>()
  return accepts.flatMap((entry: unknown, index): Found[] => {
    const path = `/accepts/${index}`
    if (!isObject(entry)) return []
    const text = JSON.stringify(entry)
    if (seen.has(text)) return [{ path, less: bytesOf(entry) + 1, how: 'Remove the duplicate way to pay.' }]
    seen.add(text)
    const schema = ownValue(entry, 'outputSchema')
    return [
      ...(schema === undefined
        ? []
        : [
            {
              path: `${path}/outputSchema`,
              less: bytesOf(schema) + 15,
              how: 'Remove outputSchema: v2 has extensions.bazaar.',
            },
          ]),
      ...ofTexts(entry, path),
    ]
  })
}

function ofExtensions(extensions: unknown): Found[] {
  if (!isObject(extensions)) return []
  const schemas = new Set<string>()
  return Object.entries(extensions).flatMap(([name, extension]): Found[] => {
    if (!isObject(extension)) return []
    const at = `/extensions/${pointerToken(name)}`
    const schema = ownValue(extension, 'schema')
    const found = ofExamples(ownValue(extension, 'info'), `${at}/info`)
    if (!isObject(schema)) return found
    const text = JSON.stringify(schema)
    const isRepeated = schemas.has(text)
    schemas.add(text)
    const decoration = decorationBytes(schema)
    if (decoration > 0)
      found.push({
        path: `${at}/schema`,
        less: decoration,
        how: 'Drop $schema, title, description, examples and $comment from it.',
      })
    const how = isRepeated
      ? 'Drop the repeated schema.'
      : 'Replace it by {"type": "object"}: buyers rarely validate it.'
    const least = bytesOf({ type: 'object' })
    if (bytesOf(schema) > least) found.push({ path: `${at}/schema`, less: bytesOf(schema) - least, how })
    return found
  })
}

/** Examples of bazaar metadata: the largest part that no buyer needs to pay. */
function ofExamples(info: unknown, at: string): Found[] {
  const output = isObject(info) ? ownValue(info, 'output') : undefined
  const example = isObject(output) ? ownValue(output, 'example') : undefined
  return example === undefined || bytesOf(example) < PLENTY
    ? []
    : [{ path: `${at}/output/example`, less: bytesOf(example) - 2, how: 'Shorten the output example.' }]
}

const DECORATION: ReadonlySet<string> = new Set(['$schema', 'title', 'description', 'examples', '$comment'])

function decorationBytes(schema: unknown): number {
  if (Array.isArray(schema)) return schema.reduce((sum: number, part) => sum + decorationBytes(part), 0)
  if (!isObject(schema)) return 0
  return Object.entries(schema).reduce((sum, [name, part]) => {
    const isWord = DECORATION.has(name) && (typeof part === 'string' || Array.isArray(part))
    return sum + (isWord ? bytesOf(name) + bytesOf(part) + 2 : decorationBytes(part))
  }, 0)
}
