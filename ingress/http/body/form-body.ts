import type { IncomingMessage } from 'node:http'

import { Refusal } from '#shared/errors.ts'

import { hasNoBody, isJson, type JsonBody, readJsonBody, readRawBody } from './json-body.ts'
import { MAX_ROUTE_VALUES } from './json-size.ts'
import { tooManyValues, vetJson } from './vet-json.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads a form or JSON. Throws the errors of both readers, and 415 for another media type. */
export function readFormOrJson(request: IncomingMessage, limit: number): Promise<JsonBody> {
  if (isForm(request)) return readFormBody(request, limit)
  if (hasNoBody(request) || isJson(request.headers['content-type'])) return readJsonBody(request, limit)
  throw new Refusal('unsupported_media_type', 'The body has to be a form, or JSON.', {
    fix: { action: 'Send Content-Type: application/x-www-form-urlencoded.' },
  })
}

const isForm = ({ headers }: IncomingMessage): boolean =>
  /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers['content-type'] ?? '')

/**
 * Reads an application/x-www-form-urlencoded body of at most `limit` bytes. Every field is a string. Throws 413 over
 * the limit, 400 for invalid UTF-8, and 422 for a repeated field or for text that `vetJson` refuses.
 */
export async function readFormBody(request: IncomingMessage, limit: number): Promise<JsonBody> {
  if (hasNoBody(request)) return { text: '', value: {}, bytes: 0 }
  return parseForm(await readRawBody(request, limit))
}

/** Parses and vets a form. Exported for its property test. */
export function parseForm(raw: Uint8Array): JsonBody {
  const text = decode(raw)
  if (text.split('&', MAX_ROUTE_VALUES + 1).length > MAX_ROUTE_VALUES) throw tooManyValues(MAX_ROUTE_VALUES)
  const value: Record<string, unknown> = Object.create(null)
  for (const [name, sent] of new URLSearchParams(text)) {
    if (name in value) {
      throw new Refusal('validation_error', 'A field of the form was sent twice.', {
        detail: [
          { type: 'value_error', loc: ['body', name.slice(0, 100)], msg: 'Value error, this field was sent twice' },
        ],
      })
    }
    value[name] = sent
  }
  vetJson(value)
  return { text, value, bytes: raw.length }
}

/** Also checks the percent-encoded bytes: URLSearchParams would replace invalid UTF-8 by U+FFFD without an error. */
function decode(raw: Uint8Array): string {
  const notUtf8 = () =>
    new Refusal('bad_request', 'The form is not UTF-8.', { fix: { action: 'Encode the form as UTF-8.' } })
  let text: string
  try {
    text = utf8.decode(raw)
    decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch {
    throw notUtf8()
  }
  return text
}
