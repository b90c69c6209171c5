import { TextDecoder } from 'node:util'

import { UpstreamError, type UpstreamQuestion, type UpstreamReply } from '#shared/outcomes/doors/upstreams.ts'

import type { RawReply } from './fetch-once.ts'
import { lenientJson } from './lenient-json.ts'

type Expected = NonNullable<UpstreamQuestion<unknown>['expects']>

const PLAIN = /^text\/(?:plain|javascript)$|^application\/(?:octet-stream|x?-?javascript)$/
const TYPES: Readonly<Record<Expected, (type: string) => boolean>> = {
  // Plain text passes: some send JSON so, and what is not JSON is found out by parsing.
  json: (type) => /[/+]json$|^text\/json$/.test(type) || PLAIN.test(type),
  xml: (type) => /[/+]xml$|^text\/xml$/.test(type) || PLAIN.test(type),
  html: (type) => /^text\/html$|\+xml$/.test(type),
  text: (type) => type.startsWith('text/') || PLAIN.test(type) || /csv$/.test(type),
}

/** An answer for a reader. Throws UpstreamError `bad_response` for a type that was not asked for; no type at all passes. */
export function replyOf(raw: RawReply, expects: Expected = 'json'): UpstreamReply {
  const type = raw.contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== '' && raw.body.length > 0 && !TYPES[expects](type)) {
    throw new UpstreamError('bad_response', `it answered with ${type.slice(0, 60)} where ${expects} was asked for`)
  }
  const text = () => decoderOf(raw.contentType).decode(raw.body)
  return {
    status: raw.status,
    text,
    json() {
      try {
        return lenientJson(text())
      } catch {
        throw new UpstreamError('bad_response', 'its answer is not JSON')
      }
    },
  }
}

function decoderOf(contentType: string): TextDecoder {
  const [, label] = /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType) ?? []
  try {
    return new TextDecoder(label ?? 'utf-8')
  } catch {
    return new TextDecoder('utf-8')
  }
}
