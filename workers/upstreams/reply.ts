import { TextDecoder } from 'node:util'

import { ZodError } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { UpstreamError, type UpstreamQuestion, type UpstreamReply } from '#shared/doors/upstreams.ts'

import type { RawReply } from './fetch-once.ts'
import { lenientJson } from './lenient-json.ts'

type Expected = NonNullable<UpstreamQuestion<unknown>['expects']>

const PLAIN = /^text\/(?:plain|javascript)$|^application\/(?:octet-stream|x?-?javascript)$/
const TYPES: Readonly<Record<Expected, (type: string) => boolean>> = {
  // Plain text is accepted: some services send JSON with it, and parsing reveals anything else.
  json: (type) => /[/+]json$|^text\/json$/.test(type) || PLAIN.test(type),
  xml: (type) => /[/+]xml$|^text\/xml$/.test(type) || PLAIN.test(type),
  html: (type) => /^text\/html$|\+xml$/.test(type),
  text: (type) => type.startsWith('text/') || PLAIN.test(type) || type.endsWith('csv'),
}

/** Reads the value of an answer. Any error of the reader becomes UpstreamError `bad_response`. */
export function readAnswer(question: UpstreamQuestion<unknown>, raw: RawReply): unknown {
  const reply = replyOf(raw, question.expects)
  try {
    return question.read(reply)
  } catch (error) {
    if (error instanceof UpstreamError || error instanceof Refusal) throw error
    throw new UpstreamError('bad_response', `its answer is not what was expected: ${whereOf(error)}`, { cause: error })
  }
}

/** Where a reader failed, without any content of the answer. */
function whereOf(error: unknown): string {
  if (error instanceof ZodError)
    return error.issues.map(({ path, code }) => `${path.join('.') || 'all'} ${code}`).join(', ')
  return error instanceof Error ? error.name : 'an unknown error'
}

/**
 * Wraps an answer for a reader. Throws UpstreamError `bad_response` for an unexpected content type. A missing type, an
 * empty body and an error status are accepted.
 */
export function replyOf(raw: RawReply, expects: Expected = 'json'): UpstreamReply {
  const type = raw.contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (raw.status < 300 && type !== '' && raw.body.length > 0 && !TYPES[expects](type)) {
    throw new UpstreamError('bad_response', `it answered with ${type.slice(0, 60)} where ${expects} was asked for`)
  }
  const text = () => decodeText(raw, expects)
  return {
    status: raw.status,
    text,
    json() {
      const read = text()
      try {
        return lenientJson(read)
      } catch {
        throw new UpstreamError('bad_response', 'its answer is not JSON')
      }
    },
  }
}

/**
 * Decodes a body by the charset of its header or XML declaration, else UTF-8. Throws UpstreamError for invalid bytes,
 * except in plain text, which may be any file.
 */
function decodeText({ contentType, body }: RawReply, expects: Expected): string {
  const [, label] =
    /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType) ??
    (expects === 'xml' ? XML_ENCODING.exec(body.toString('latin1', 0, 200)) : null) ??
    []
  try {
    return decoderOf(label, expects !== 'text').decode(body)
  } catch {
    throw new UpstreamError('bad_response', `its answer is not ${label?.slice(0, 40) ?? 'utf-8'}`)
  }
}

const XML_ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w:.-]+)/

function decoderOf(label: string | undefined, fatal: boolean): TextDecoder {
  try {
    return new TextDecoder(label ?? 'utf-8', { fatal })
  } catch {
    return new TextDecoder('utf-8', { fatal })
  }
}
