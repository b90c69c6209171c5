import { jsonShape } from './json-shape.ts'
import { strictBase64url } from '#shared/engines/jwt/strict-base64url.ts'

export type JsonObject = Record<string, unknown>

type Decoded = { header: JsonObject; compact: string; duplicates: string[] }

/** A token in compact form, decoded and not trusted. `compact` is what was sent, without "Bearer " and outer space. */
export type Token =
  | (Decoded & { type: 'JWS'; payload: JsonObject; signingInput: string; signature: Buffer })
  | (Decoded & { type: 'JWE' })

/** Deeper objects are refused: nobody's claims nest like that, and printing them would overflow a stack. */
const MAX_DEPTH = 64

/**
 * Reads a JWT in compact form: three parts are a JWS (RFC 7515), five a JWE (RFC 7516), each strict base64url; header and
 * claims are JSON objects in UTF-8. Returns a sentence when it is none; the sentence quotes nothing of the token.
 */
export function readToken(sent: string): Token | string {
  const compact = sent.trim().replace(/^Bearer\s+/i, '')
  const parts = compact.split('.')
  if (parts.length !== 3 && parts.length !== 5) {
    return `a JWT has 3 parts (JWS) or 5 (JWE) between dots; this has ${parts.length}`
  }
  const bytes = parts.map((part) => strictBase64url(part))
  const bad = bytes.indexOf(null)
  if (bad !== -1) return `part ${bad + 1} is not base64url without padding`

  const header = readObject(bytes[0], 'header')
  if (typeof header === 'string') return header
  if (parts.length === 5) return { type: 'JWE', header: header.value, compact, duplicates: header.duplicates }

  const payload = readObject(bytes[1], 'payload')
  if (typeof payload === 'string') return payload
  return {
    type: 'JWS',
    header: header.value,
    payload: payload.value,
    compact,
    duplicates: [...header.duplicates, ...payload.duplicates],
    signingInput: compact.slice(0, compact.lastIndexOf('.')),
    signature: bytes[2] ?? Buffer.alloc(0),
  }
}

function readObject(
  bytes: Buffer | null | undefined,
  part: 'header' | 'payload',
): { value: JsonObject; duplicates: string[] } | string {
  let json: string
  let value: unknown
  try {
    json = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes ?? undefined)
    value = JSON.parse(json)
  } catch {
    return `the ${part} is not JSON in UTF-8`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `the ${part} is not a JSON object`
  const { depth, duplicates } = jsonShape(json)
  if (depth > MAX_DEPTH) return `the ${part} nests deeper than ${MAX_DEPTH} levels`
  // Safe: an object that is no array, made by JSON.parse.
  return { value: value as JsonObject, duplicates: duplicates.map((path) => `${part}.${path}`) }
}
