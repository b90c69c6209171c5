import {
  classifyInboundRequest,
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'

type Json = Readonly<Record<string, unknown>>
type ReadHeader = (name: string) => string | undefined

/** A tools/call in its usual form. `era` decides how its answer is written. */
export type UsualCall = {
  era: '2026-07-28' | 'before'
  id: string | number
  name: string
  input: Record<string, unknown>
  /** `_meta`, with payments in it. */
  meta: Json
}

const MODERN = '2026-07-28'
const METHOD = 'tools/call'
const ENVELOPE = {
  version: 'io.modelcontextprotocol/protocolVersion',
  client: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
}
const PAYMENTS = ['x402/payment', 'org.paymentauth/credential']
const MESSAGE_KEYS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])
const PARAM_KEYS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta'])
const META_KEYS = {
  [MODERN]: new Set([...Object.values(ENVELOPE), ...PAYMENTS]),
  before: new Set(PAYMENTS),
} as const satisfies Record<UsualCall['era'], ReadonlySet<string>>

/** Envelopes that the library took, as text. Clients send the same one with every request. */
const envelopes = new LRUCache<string, true>({ max: 500, maxSize: 500_000, sizeCalculation: (_, text) => text.length })
const LONGEST_ENVELOPE = 2_000

/**
 * Reads a tools/call that the protocol's library would serve without a question: no member, header or version that is not
 * usual, and no progress. Null leaves the message to the library, which serves or refuses it. For a usual call the library,
 * which makes web requests and responses and checks each message by several schemas, takes more of this process's time
 * than the rest of a paid call.
 */
export function usualCall(message: Json, header: ReadHeader): UsualCall | null {
  const { jsonrpc, id, method, params } = message
  if (jsonrpc !== '2.0' || method !== METHOD || !isId(id) || !isObject(params)) return null
  if (!hasOnly(message, MESSAGE_KEYS) || !hasOnly(params, PARAM_KEYS)) return null
  const { name, arguments: input = {}, _meta: meta = {} } = params
  if (typeof name !== 'string' || !isObject(input) || !isObject(meta)) return null
  if (!/^application\/json(?:$|;)/.test(header('content-type') ?? '')) return null
  const version = header('mcp-protocol-version') ?? DEFAULT_NEGOTIATED_PROTOCOL_VERSION
  const era = version === MODERN ? MODERN : 'before'
  if (!hasOnly(meta, META_KEYS[era])) return null
  const isServed = era === MODERN ? isModern(message, meta, name, header) : isBefore(version, header)
  return isServed ? { era, id, name, input, meta } : null
}

function isModern(message: Json, meta: Json, name: string, header: ReadHeader): boolean {
  if (header('mcp-method') !== METHOD || header('mcp-name') !== name || meta[ENVELOPE.version] !== MODERN) return false
  const text = JSON.stringify({ client: meta[ENVELOPE.client], capabilities: meta[ENVELOPE.capabilities] })
  if (text.length > LONGEST_ENVELOPE) return false
  if (envelopes.has(text)) return true
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: MODERN,
    mcpMethodHeader: METHOD,
    mcpNameHeader: name,
    body: message,
  })
  if (kind === 'modern') envelopes.set(text, true)
  return kind === 'modern'
}

/** Clients of before have to take both kinds of answers. */
function isBefore(version: string, header: ReadHeader): boolean {
  const accept = header('accept') ?? ''
  const takesBoth = accept.includes('application/json') && accept.includes('text/event-stream')
  return takesBoth && SUPPORTED_PROTOCOL_VERSIONS.includes(version)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id)

const hasOnly = (value: Json, known: ReadonlySet<string>): boolean => Object.keys(value).every((key) => known.has(key))
