import type { IncomingMessage } from 'node:http'

import getRawBody from 'raw-body'

import { Refusal } from '#shared/errors.ts'

/** Deepest nesting and most values (members and elements) one JSON body may have. */
export const MAX_JSON_DEPTH = 64
export const MAX_JSON_NODES = 100_000

/** Body limit in bytes where nothing else is declared. */
export const DEFAULT_BODY_BYTES = 262_144

export type JsonBody = { text: string; value: Record<string, unknown>; bytes: number }

const EMPTY: JsonBody = { text: '{}', value: {}, bytes: 0 }
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads a JSON object of at most `limit` bytes. No body is an empty object. Throws Refusals: 413 over the limit, 415 for
 * another media type or a content encoding, 400 for what is not JSON in UTF-8, 422 for JSON no route takes. With
 * `nullable` a body of `null` is an empty object too.
 */
export async function readJsonBody(request: IncomingMessage, limit: number, nullable = false): Promise<JsonBody> {
  if (hasNoBody(request)) return EMPTY
  if (!isJson(request.headers['content-type'])) {
    throw new Refusal('unsupported_media_type', 'The body has to be JSON.', {
      fix: { action: 'Send Content-Type: application/json.' },
    })
  }
  const raw = await readRawBody(request, limit)
  if (raw.length === 0 || (nullable && raw.length < 64 && raw.toString('latin1').trim() === 'null')) return EMPTY
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

/** Parses and vets a body. Exported for its property test. */
export function parseJsonBody(raw: Uint8Array): JsonBody {
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

/**
 * What JSON can say but no part of the product may meet (the database takes neither NUL nor half a character): walked
 * without recursion, so depth cannot hurt. Throws 422.
 */
export function vetJson(root: object, where: 'body' | 'query' = 'body'): void {
  const refuse = (path: (string | number)[], type: string, msg: string) => refusal(where, path, type, msg)
  const vetText = (text: string, path: (string | number)[]) => {
    if (!text.isWellFormed())
      throw refuse(path, 'string_unicode', 'Input should be well-formed Unicode (a surrogate stands alone)')
    if (text.includes('\u0000')) throw refuse(path, 'string_nul', 'Input should not contain NUL characters')
  }
  const stack: { value: object; depth: number; path: (string | number)[] }[] = [{ value: root, depth: 1, path: [] }]
  let nodes = 0
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, depth, path } = next
    if (depth > MAX_JSON_DEPTH)
      throw refuse(path.slice(0, 3), 'too_deep', `JSON should be nested at most ${MAX_JSON_DEPTH} deep`)
    const members = Array.isArray(value) ? value.entries() : Object.entries(value)
    for (const [name, member] of members) {
      nodes += 1
      if (nodes > MAX_JSON_NODES)
        throw refuse([], 'too_many_values', `JSON should hold at most ${MAX_JSON_NODES} values`)
      const at = [...path, name]
      if (typeof name === 'string') vetText(name, at)
      if (name === '__proto__') throw refuse(at, 'value_error', 'Value error, __proto__ is not a member name')
      if (typeof member === 'string') vetText(member, at)
      else if (typeof member === 'number' && !Number.isFinite(member))
        throw refuse(at, 'finite_number', 'Input should be a finite number')
      else if (typeof member === 'object' && member !== null)
        stack.push({ value: member, depth: depth + 1, path: depth < 8 ? at : path })
    }
  }
}

function refusal(where: string, path: (string | number)[], type: string, msg: string): Refusal {
  const loc = [where, ...path.map((part) => (typeof part === 'string' ? part.toWellFormed().slice(0, 100) : part))]
  return new Refusal('validation_error', `The ${where} holds something no route takes.`, {
    detail: [{ type, loc, msg }],
  })
}

export const isJson = (contentType: string | undefined) =>
  contentType !== undefined &&
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType) &&
  !/charset=(?!"?utf-?8"?)/i.test(contentType)
