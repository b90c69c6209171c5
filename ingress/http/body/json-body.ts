import type { IncomingMessage } from 'node:http'

import getRawBody from 'raw-body'

import { Refusal } from '#shared/errors.ts'

import { hasMoreValues, MAX_ROUTE_VALUES } from './json-size.ts'
import { MAX_JSON_NODES, tooManyValues, vetJson } from './vet-json.ts'

export type JsonBody = { text: string; value: Record<string, unknown>; bytes: number }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads the bytes of a JSON body, at most `limit` of them. No body reads as an empty object, and with `nullable` a body of
 * `null` too. Throws Refusals: 413 over the limit, 415 for another media type or a content encoding, 400 for a body that
 * ends early.
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

/** What no body stands for. */
const EMPTY = '{}'

/**
 * Reads a JSON object of a route that is no outcome call: as `readJsonBytes` does, and 400 for what is not JSON in UTF-8,
 * 422 for JSON no route takes and for more values than are validated where requests are served.
 */
export async function readJsonBody(request: IncomingMessage, limit: number, nullable = false): Promise<JsonBody> {
  const raw = await readJsonBytes(request, limit, nullable)
  if (hasMoreValues(raw, MAX_ROUTE_VALUES)) throw tooManyValues(MAX_ROUTE_VALUES)
  return parseJsonBody(raw)
}

/** Whether a request comes without a body. Throws 415 for a compressed one. */
export function hasNoBody({ headers }: IncomingMessage): boolean {
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new Refusal('unsupported_media_type', 'Compressed request bodies are not accepted.', {
      fix: { action: 'Send the body without Content-Encoding.' },
    })
  }
  const declared = headers['content-length']
  return declared === '0' || (declared === undefined && headers['transfer-encoding'] === undefined)
}

/** Bytes a request says its body has, 0 without one; null where it comes in pieces. */
export function declaredBytes({ headers }: IncomingMessage): number | null {
  const declared = headers['content-length']
  if (declared !== undefined) return Number(declared)
  return headers['transfer-encoding'] === undefined ? 0 : null
}

/** Parses and vets a body. What holds far too many values is not even parsed. */
export function parseJsonBody(raw: Uint8Array): JsonBody {
  // Empty lists and objects are counted twice.
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
  // Safe: an object that is no array.
  return { text, value: value as Record<string, unknown>, bytes: raw.length }
}

/** Reads a body of at most `limit` bytes. Throws 413 over it, 400 for one that ends early. */
export async function readRawBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  try {
    return await getRawBody(request, { limit, length: request.headers['content-length'] ?? null })
  } catch (error) {
    const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined
    if (type === 'entity.too.large') {
      throw new Refusal('payload_too_large', `The body is over this route's limit of ${limit} bytes.`, {
        fix: { action: `Send at most ${limit} bytes.` },
      })
    }
    throw new Refusal('bad_request', 'The body ended before its declared length.', {}, { cause: error })
  }
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

/** Where V8's message says that JSON ends being any; null where it names a character without its place. */
function placeOf(message: string, text: string): number | null {
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Number(position)
  return message.endsWith('end of JSON input') ? text.length : null
}

export const isJson = (contentType: string | undefined) =>
  contentType !== undefined &&
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType) &&
  !/charset=(?!"?utf-?8"?)/i.test(contentType)
