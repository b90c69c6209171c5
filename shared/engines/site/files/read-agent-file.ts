import { parseJson } from '#shared/lib/parse-json.ts'
import { oneLine } from '../one-line.ts'

export type AgentFileKind = 'x402' | 'mcp' | 'openapi'
export type AgentFile = {
  url: string
  name: string | null
  version: string | null
  /** Paid resources, tools or operations it names; null when it names none in a form that is read. */
  entries: number | null
  /** An OpenAPI document that says what its operations cost. */
  hasPayment: boolean
}

type Json = Readonly<Record<string, unknown>>

/** Reads a file by which a site shows itself to agents; null when it is not what its path promises. Never throws. */
export function readAgentFile(kind: AgentFileKind, text: string, url: string): AgentFile | null {
  const json = objectIn(text)
  if (json === null) return null
  if (kind === 'openapi') return readOpenapi(json, text, url)
  if (kind === 'x402') {
    const resources = [json['resources'], json['items'], json['accepts']].find((list) => Array.isArray(list))
    if (resources === undefined) return null
    return {
      url,
      name: null,
      version: textOf(json['x402Version'] ?? json['version']),
      entries: countOf(resources),
      hasPayment: true,
    }
  }
  const card = objectOf(json['serverInfo']) ?? json
  const speaks = [
    'serverInfo',
    'transport',
    'transports',
    'remotes',
    'endpoint',
    'endpoints',
    'mcpServers',
    'servers',
    'tools',
  ]
  if (!speaks.some((name) => name in json)) return null
  return {
    url,
    name: textOf(card['name']),
    version: textOf(card['version']),
    entries: countOf(json['tools']),
    hasPayment: false,
  }
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'])

function readOpenapi(json: Json, text: string, url: string): AgentFile | null {
  const version = textOf(json['openapi'] ?? json['swagger'])
  const paths = objectOf(json['paths'])
  if (version === null || paths === null) return null
  const operations = Object.values(paths).flatMap((path) =>
    Object.keys(objectOf(path) ?? {}).filter((method) => METHODS.has(method)),
  )
  return {
    url,
    name: textOf(objectOf(json['info'])?.['title']),
    version,
    entries: operations.length,
    hasPayment: text.includes('"x-payment-info"'),
  }
}

const objectIn = (text: string): Json | null => objectOf(parseJson(text.replace(/^\uFEFF/, '')))

function objectOf(value: unknown): Json | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  // Safe: an object that is not an array has named members.
  return value as Json
}

const countOf = (value: unknown) => (Array.isArray(value) ? value.length : null)

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? oneLine(String(value), 200) : null
}
