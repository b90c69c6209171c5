import { objectOr, textOr } from '#shared/engines/capability/tool-like.ts'
import { readYaml } from '#shared/engines/yaml/read-yaml.ts'
import { invalidFields } from '#shared/errors.ts'

import type { FoundDraft } from './normalize-draft.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const MOST = 50
const MOST_YAML = 100_000

/**
 * Reads an OpenAPI 3 (or Swagger 2) document, JSON or YAML, as a draft that lists its operations. Throws 422 for any
 * other text.
 */
export function readOpenapiSource(content: string): FoundDraft {
  const document = objectOr(parse(content))
  const info = objectOr(document['info'])
  const version = textOr(document['openapi']) ?? textOr(document['swagger'])
  if (version === undefined || textOr(info['title']) === undefined)
    throw invalidFields({ path: ['content'], msg: 'Value error, no OpenAPI document: openapi and info.title' })
  const operations = Object.entries(objectOr(document['paths'])).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(objectOr(item), method)).map((method) => {
      const operation = objectOr(objectOr(item)[method])
      const about = textOr(operation['summary']) ?? textOr(operation['operationId']) ?? ''
      return `- \`${method.toUpperCase()} ${path.replaceAll('`', '').slice(0, 200)}\` ${about.slice(0, 200)}`.trim()
    }),
  )
  const about = textOr(info['description']) ?? ''
  const more = operations.length > MOST ? [`- and ${operations.length - MOST} more`] : []
  const tags = (Array.isArray(document['tags']) ? document['tags'] : []).map(
    (tag) => textOr(objectOr(tag)['name']) ?? '',
  )
  return {
    kind: 'api',
    title: textOr(info['title']),
    summary: textOr(info['summary']) ?? about.split(/\n\s*\n|(?<=[.!?])\s/)[0],
    description: [
      about,
      operations.length === 0 ? '' : ['## Operations', ...operations.slice(0, MOST), ...more].join('\n'),
    ].join('\n\n'),
    tags: ['openapi', ...tags],
    license: textOr(objectOr(info['license'])['identifier']) ?? textOr(objectOr(info['license'])['name']),
  }
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    // The text may be YAML, which is slow to parse: hostile text of this size takes seconds.
    if (/^\s*[[{]/.test(content) || content.length > MOST_YAML)
      throw invalidFields({
        path: ['content'],
        msg: `Value error, this is no JSON, and YAML is read up to ${MOST_YAML} characters`,
      })
  }
  try {
    return readYaml(content, { maxAliasCount: 100 })
  } catch {
    throw invalidFields({ path: ['content'], msg: 'Value error, neither JSON nor YAML' })
  }
}
