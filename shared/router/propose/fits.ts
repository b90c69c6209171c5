import type { FieldType } from '#shared/outcomes/semantic-types.ts'

import { isText, isWritten } from '../plan/draft.ts'
import { ANSWERS, TAKES_ANY_ANSWER } from '../plan/provide.ts'
import type { Tool } from '../tool.ts'

/** Types that stand for a type beside itself. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  url: ['pdf-url', 'image-url', 'audio-url', 'repo-url'],
  'pdf-url': ['url'],
  'image-url': ['url'],
  'audio-url': ['url'],
  'repo-url': ['url'],
  email: ['regex-match'],
  'target-currency': ['currency'],
  'quote-currency': ['currency'],
  'source-language': ['language'],
  'speech-language': ['language'],
  'news-language': ['language'],
  'wiki-language': ['language'],
  'source-timezone': ['timezone'],
  spender: ['base-address'],
  'token-address': ['base-address'],
  'transfer-from': ['base-address'],
  'transfer-to': ['base-address'],
  'pay-to': ['base-address', 'solana-address'],
  payto: ['base-address', 'solana-address'],
  'solana-mint': ['solana-address'],
  transaction: ['tx-hash', 'solana-signature'],
  'agent-id': ['agent-name'],
  latitude: ['coordinates'],
  longitude: ['coordinates'],
  action: ['command'],
  query: ['vehicle-make', 'vehicle-model'],
}

const STRUCTURED = new Set('json json-schema openapi receipt accepts tool-list x402-offer x402-payment'.split(' '))
const WRITTEN_IN = new Set([
  'csv',
  'broken-json',
  'mime-message',
  'command',
  'text',
  'markdown',
  'skill-markdown',
  'json-text',
])

/** Whether a value of a type may stand where another is taken. */
export const fitsType = (given: string, wanted: string): boolean =>
  given === wanted ||
  ALSO[wanted]?.includes(given) === true ||
  ((isText(wanted) || isWritten(wanted)) && WRITTEN_IN.has(given)) ||
  (STRUCTURED.has(wanted) && STRUCTURED.has(given))

/** The type of what a step gives at a path; undefined where it gives nothing. A place in a list counts. */
export function givenAt({ gives }: Tool, path: string): string | undefined {
  if (Object.hasOwn(gives, path)) return gives[path]
  const [, list = '', place] = /^(.+)\.(-1|\d{1,2})$/.exec(path) ?? []
  const type = Object.hasOwn(gives, list) ? gives[list] : undefined
  return place !== undefined && type?.endsWith('[]') === true ? type.slice(0, -2) : undefined
}

/** Whether what a step gives may stand where an input of a type is taken. */
export function fitsStep(from: Tool, path: string, to: Tool, wanted: FieldType): boolean {
  const given = givenAt(from, path)
  if (given === undefined) return false
  // What was written answers with a mark of it, not with a text.
  if (isText(wanted))
    return !from.writes && (fitsType(given, wanted) || (TAKES_ANY_ANSWER.has(to.slug) && ANSWERS.has(given)))
  return fitsType(given, wanted)
}
