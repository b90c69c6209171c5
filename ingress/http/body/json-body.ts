import type { IncomingMessage } from 'node:http'

import getRawBody from 'raw-body'

import { Refusal } from '#shared/errors.ts'

import { hasMoreValues, MAX_ROUTE_VALUES } from './json-size.ts'
import { MAX_JSON_NODES, tooManyValues, vetJson } from './vet-json.ts'

export type JsonBody = { text: string; value: Record<string, unknown>; bytes: number }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads the bytes of a JSON body, at most `limit` of them. An absent body reads as `{}`, and with `nullable` so does
 * `null`. Throws 413 over the limit, 415 for another media type or a content encoding, and 400 for a body that ends
 * early.
 */
export async function readJsonBytes(request: IncomingMessage, limit: number, nullable = false): Promise<Buffer> {
  if (hasNoBody(request)) return Buffer.from(EMPTY)
  if (!isJson(request.headers['content-type'])) {
    throw new Refusal('unsupported_media_type', 'The body has to be JSON.', {
      fix: { action: 'Send Content-Type: application/json.' },
    })
  }
  const raw = await readRawBody(request, limit)
  const isNull = nullable && raw.length < 64 && raw.toString('latin1').trim() === 'null'
  return raw.length === 0 || isNull ? Buffer.from(EMPTY) : raw
}

const EMPTY = '{}'

/**
 * Reads a JSON object outside of outcome calls. Throws like `readJsonBytes`, 400 for invalid JSON or UTF-8, and 422 for
 * JSON that `vetJson` refuses or for more than `MAX_INLINE_VALUES` values.
 */
export async function readJsonBody(request: IncomingMessage, limit: number, nullable = false): Promise<JsonBody> {
  const raw = await readJsonBytes(request, limit, nullable)
  if (hasMoreValues(raw, MAX_ROUTE_VALUES)) throw tooManyValues(MAX_ROUTE_VALUES)
  return parseJsonBody(raw)
}

/** Whether a request has no body. Throws 415 for a compressed one. */
export function hasNoBody({ headers }: IncomingMessage): boolean {
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new Refusal('unsupported_media_type', 'Compressed request bodies are not accepted.', {
      fix: { action: 'Send the body without Content-Encoding.' },
    })
  }
  const declared = headers['content-length']
  return declared === '0' || (declared === undefined && headers['transfer-encoding'] === undefined)
}

/** Declared body size in bytes: 0 without a body, null for a chunked one. */
export function declaredBytes({ headers }: IncomingMessage): number | null {
  const declared = headers['content-length']
  if (declared !== undefined) return Number(declared)
  return headers['transfer-encoding'] === undefined ? 0 : null
}

/** Parses and vets a body. Refuses one with far too many values before parsing it. Throws 400 or 422. */
export function parseJsonBody(raw: Uint8Array): JsonBody {
  // The count before parsing counts an empty list or object twice.
  if (hasMoreValues(raw, 2 * MAX_JSON_NODES + 1)) throw tooManyValues(MAX_JSON_NODES)
  const text = decode(raw)
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const detail = [
      {
        type: 'dict_type',
        loc: ['body'],
        msg: 'Input should be a valid dictionary',
        input: typeof value === 'object' ? null : value,
      },
    ]
    throw new Refusal('validation_error', 'The body has to be a JSON object.', { detail })
  }
  vetJson(value)
  // Safe: not null, not an array, so a JSON object.
  return { text, value: value as Record<string, unknown>, bytes: raw.length }
}

/** Reads a body of at most `limit` bytes. Throws 413 over it, 400 for one that ends early. */
async function readRawBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  try {
    return await getRawBody(request, { limit, length: request.headers['content-length'] ?? null })
  } catch (error) {
    throw refuseUnread(error, limit)
  }
}

/** The refusal for an error of raw-body: 413 over the limit, 400 for a body that ends early. */
export function refuseUnread(error: unknown, limit: number): Refusal {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined
  if (type === 'entity.too.large') {
    return new Refusal('payload_too_large', `The body is over this route's limit of ${limit} bytes.`, {
      fix: { action: `Send at most ${limit} bytes.` },
    })
  }
  return new Refusal('bad_request', 'The body ended before its declared length.', {}, { cause: error })
}

function decode(raw: Uint8Array): string {
  try {
    return utf8.decode(raw)
  } catch {
    throw new Refusal('invalid_json', 'The body is not UTF-8.', { fix: { action: 'Encode the body as UTF-8.' } })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [why, action] = text.startsWith('\uFEFF')
      ? ['it begins with a byte order mark', 'Send UTF-8 without a byte order mark.']
      : ['not valid JSON', 'Send one JSON object.']
    const place = placeOf(String(error), text)
    throw new Refusal('invalid_json', 'The body is not valid JSON.', {
      detail: [
        {
          type: 'json_invalid',
          loc: ['body', ...(place === null ? [] : [place])],
          msg: 'JSON decode error',
          input: {},
          ctx: { error: why },
        },
      ],
      fix: { action },
    })
  }
}

/** Offset of the error, from V8's message. Null where the message has no offset. */
function placeOf(message: string, text: string): number | null {
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Number(position)
  return message.endsWith('end of JSON input') ? text.length : null
}

/** Whether a Content-Type is JSON (application/json or application/*+json) in UTF-8. */
export const isJson = (contentType: string | undefined) =>
  contentType !== undefined &&
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType) &&
  !/charset=(?!"?utf-?8"?)/i.test(contentType)
