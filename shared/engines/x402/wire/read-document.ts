import { parseJson } from '#shared/lib/parse-json.ts'
import { isDeeperThan } from '#shared/engines/json/json-value.ts'

/** How a document was written, from which JSON value it was read. */
export type Encoding = 'object' | 'json' | 'base64' | 'base64url'

/** A document that was read, or why it could not be. */
export type Document = { value: unknown; encoding: Encoding } | { problem: 'not_json' | 'too_deep' }

const MOST_LEVELS = 100

/**
 * Reads a document that arrives as an object, as JSON text, or as a header value: base64 or base64url of JSON, padded or
 * not. Never throws.
 */
export function readDocument(sent: unknown): Document {
  if (typeof sent !== 'string') return bounded(sent, 'object')
  const text = sent.trim()
  const plain = parseJson(text)
  if (plain !== undefined) return bounded(plain, 'json')
  if (text.length < 2 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return { problem: 'not_json' }
  const inner = parseJson(Buffer.from(text, 'base64').toString('utf8'))
  if (inner === undefined) return { problem: 'not_json' }
  return bounded(inner, /[-_]/.test(text) ? 'base64url' : 'base64')
}

/** The value of a document, undefined when it could not be read. */
export const valueOf = (document: Document): unknown => ('value' in document ? document.value : undefined)

const bounded = (value: unknown, encoding: Encoding): Document =>
  isDeeperThan(value, MOST_LEVELS) ? { problem: 'too_deep' } : { value, encoding }
