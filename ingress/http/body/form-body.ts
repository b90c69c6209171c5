import type { IncomingMessage } from 'node:http'

import { Refusal } from '#shared/errors.ts'

import { hasNoBody, isJson, readJsonBody, refuseUnread } from './json-body.ts'
import { MAX_ROUTE_VALUES } from './json-size.ts'
import { readWithKoaBody } from './read-with-koa-body.ts'
import { tooManyValues, vetJson } from './vet-json.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads a form or JSON. Throws the errors of both readers, and 415 for another media type. */
export async function readFormOrJson(request: IncomingMessage, limit: number): Promise<Record<string, unknown>> {
  if (isForm(request)) return readForm(request, limit)
  if (hasNoBody(request) || isJson(request.headers['content-type'])) return (await readJsonBody(request, limit)).value
  throw new Refusal('unsupported_media_type', 'The body has to be a form, or JSON.', {
    fix: { action: 'Send Content-Type: application/x-www-form-urlencoded.' },
  })
}

/** Whether a body is declared as a form. */
export const isForm = ({ headers }: IncomingMessage): boolean =>
  /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers['content-type'] ?? '')

/**
 * Reads an application/x-www-form-urlencoded body of at most `limit` bytes. Every field is a string. Throws 413 over
 * the limit, 400 for invalid UTF-8, and 422 for a repeated field or for text that `vetJson` refuses.
 */
export async function readForm(request: IncomingMessage, limit: number): Promise<Record<string, unknown>> {
  if (hasNoBody(request)) return {}
  const form = collectFields()
  const queryString = {
    decoder: form.decoder,
    parameterLimit: MAX_ROUTE_VALUES + 1,
    // Field names are plain text, so that qs builds no objects and lists from them.
    allowDots: false,
    depth: 0,
    parseArrays: false,
    plainObjects: true,
  }
  try {
    // Latin-1 keeps every byte as it is; the fields are decoded strictly.
    await readWithKoaBody(request, 'urlencoded', { formLimit: limit, encoding: 'latin1', queryString })
  } catch (error) {
    throw refuseUnread(error, limit)
  }
  return form.fields()
}

/**
 * Collects the fields that qs splits. The decoder of qs must not throw: co-body would attach the body, which may hold a
 * password, to the error.
 */
function collectFields() {
  const fields: Record<string, unknown> = Object.create(null)
  let problem: Refusal | undefined
  let parts = 0
  let name = ''
  let begun = ''
  const decode = (sent: string): string => {
    try {
      return utf8.decode(Buffer.from(unescapeBytes(sent), 'latin1'))
    } catch {
      problem ??= notUtf8()
      return ''
    }
  }
  return {
    decoder: (sent: string, _decoder: unknown, _charset: unknown, kind?: 'key' | 'value'): string => {
      if (kind !== 'key') {
        fields[name] = decode(begun + sent)
        return ''
      }
      parts += 1
      // qs splits at "]=" before it splits at "=": what follows the first "=" belongs to the value.
      const at = sent.indexOf('=')
      begun = at === -1 ? '' : `${sent.slice(at + 1)}=`
      name = decode(at === -1 ? sent : sent.slice(0, at))
      if (name in fields) problem ??= sentTwice(name)
      if (name !== '') fields[name] = ''
      return name
    },
    fields: (): Record<string, unknown> => {
      if (parts > MAX_ROUTE_VALUES) throw tooManyValues(MAX_ROUTE_VALUES)
      if (problem !== undefined) throw problem
      vetJson(fields)
      return fields
    },
  }
}

/** Replaces what is percent-encoded by its bytes, as Latin-1. Other percent signs stay. */
const unescapeBytes = (sent: string) =>
  sent
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const notUtf8 = () =>
  new Refusal('bad_request', 'The form is not UTF-8.', { fix: { action: 'Encode the form as UTF-8.' } })

const sentTwice = (name: string) =>
  new Refusal('validation_error', 'A field of the form was sent twice.', {
    detail: [{ type: 'value_error', loc: ['body', name.slice(0, 100)], msg: 'Value error, this field was sent twice' }],
  })
