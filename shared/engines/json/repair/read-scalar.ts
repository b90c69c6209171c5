import { survivesDouble } from '../decimal.ts'
import { isKeyAhead } from './key-ahead.ts'
import type { Context, Reader } from './reader.ts'
import { bigNumber } from './repair-log.ts'

const NUMBER =
  /[+-]?(?:0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|(?:\d+(?:_\d+)*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d*)?|Infinity|NaN|-)/y
const STRICT_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const GROUPED = /[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?=\s*(?:\}|,\s*["'\w]+["']?\s*:))/y
const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy
/** What may follow a number or a word without being part of it. */
const BOUNDARY = /$|\s|[,\]});{[]|\/[/*]|#|```/y

const WORDS: ReadonlyMap<
  string,
  { value: true | false | null; code: 'python_literal' | 'undefined_to_null' | 'nan_to_null' | null }
> = new Map([
  ['true', { value: true, code: null }],
  ['false', { value: false, code: null }],
  ['null', { value: null, code: null }],
  ['True', { value: true, code: 'python_literal' }],
  ['False', { value: false, code: 'python_literal' }],
  ['None', { value: null, code: 'python_literal' }],
  ['TRUE', { value: true, code: 'python_literal' }],
  ['FALSE', { value: false, code: 'python_literal' }],
  ['NULL', { value: null, code: 'python_literal' }],
  ['Null', { value: null, code: 'python_literal' }],
  ['nil', { value: null, code: 'python_literal' }],
  ['undefined', { value: null, code: 'undefined_to_null' }],
  ['NaN', { value: null, code: 'nan_to_null' }],
  ['nan', { value: null, code: 'nan_to_null' }],
  ['Infinity', { value: null, code: 'nan_to_null' }],
  ['inf', { value: null, code: 'nan_to_null' }],
])

type Scalar = { value: unknown }

/** A number in any common notation; null when there is none, or when it is only the start of a longer word. */
export function readNumber(reader: Reader, context: Context): Scalar | null {
  const start = reader.at
  const grouped = context === 'member' ? reader.match(GROUPED) : null
  if (grouped !== null) {
    reader.at += grouped[0].length
    reader.repair('number_format', `read ${grouped[0]} as one number`, start, 'structural')
    return { value: Number(grouped[0].replaceAll(',', '')) }
  }
  const text = reader.match(NUMBER)?.[0]
  if (text === undefined || !standsAlone(reader, start + text.length)) return null
  // Digits with leading zeros are a code, not a count.
  if (/^[+-]?0\d/.test(text)) return null
  reader.at += text.length
  if (STRICT_NUMBER.test(text)) return { value: exact(reader, text, start) }
  if (/[NI]/.test(text)) {
    reader.repair('nan_to_null', `${text} became null, as JSON has no such number`, start)
    return { value: null }
  }
  return { value: repaired(reader, text, start) }
}

/** Whether a number or word that ends here is not just the first word of a longer text, as in `10 kg`. */
function standsAlone(reader: Reader, end: number): boolean {
  if (reader.match(BOUNDARY, end) === null) return false
  const after = reader.afterSpace(end)
  if (!/[\p{L}\p{N}$%(.+-]/u.test(reader.text.charAt(after)) || /[\r\n]/.test(reader.text.slice(end, after)))
    return true
  return reader.match(/-?\d/y, after) !== null || isKeyAhead(reader, after) || startsWord(reader, after)
}

const startsWord = (reader: Reader, at: number) => WORDS.has(reader.match(WORD, at)?.[0] ?? '')

function repaired(reader: Reader, text: string, start: number): unknown {
  const isAtEnd = reader.at >= reader.end
  if (text === '-') {
    reader.repair('missing_value', 'a minus without digits became null', start)
    return null
  }
  const cut = text.replace(/(?:[eE][+-]?|\.)$/, '')
  if (/[eE][+-]?$/.test(text)) {
    reader.repair(
      'truncated_tail',
      `completed the cut-off number ${text} as ${cut}`,
      start,
      isAtEnd ? 'structural' : 'lossy',
    )
  } else reader.repair('number_format', `rewrote the number ${text}`, start)
  const plain = cut
    .replaceAll('_', '')
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
  if (/^-?0[xXoObB]/.test(plain)) {
    const magnitude = BigInt(plain.replace('-', ''))
    const decimal = `${plain.startsWith('-') ? '-' : ''}${magnitude}`
    return exact(reader, decimal, start)
  }
  return exact(reader, plain, start)
}

/** The number, or its digits as a string where a double would change them. */
function exact(reader: Reader, text: string, start: number): number | string {
  if (survivesDouble(text)) return Number(text)
  reader.repair('big_number', bigNumber(text).detail, start)
  return text
}

/** true, false and null, their Python and JavaScript spellings, and their beginnings at the end of the text. */
export function readWord(reader: Reader): Scalar | null {
  const text = reader.match(WORD)?.[0]
  if (text === undefined) return null
  const end = reader.at + text.length
  const known = WORDS.get(text)
  if (known !== undefined && standsAlone(reader, end)) {
    if (known.code !== null) reader.repair(known.code, `${text} became ${String(known.value)}`)
    reader.at = end
    return { value: known.value }
  }
  if (end < reader.end) return null
  const whole = ['true', 'false', 'null', 'True', 'False', 'None'].find((word) => word.startsWith(text))
  if (whole === undefined) return null
  const value = WORDS.get(whole)?.value ?? null
  reader.repair('truncated_tail', `completed the cut-off ${text} as ${String(value)}`)
  reader.at = end
  return { value }
}

/** Text without quotes, up to what ends a value in this context. */
export function readBare(reader: Reader, context: Context): Scalar {
  const start = reader.at
  const regex = reader.match(/\/(?:[^/\\\r\n]|\\.)+\/[a-z]{0,8}(?=\s*[,\]}]|\s*$)/y)
  const end = regex === null ? bareEnd(reader, context) : start + regex[0].length
  const text = reader.text.slice(start, end).trimEnd()
  reader.at = end
  if (reader.match(/["'\u201d\u2019](?=\s*(?:[,\]}:]|$))/y) !== null) {
    reader.at += 1
    reader.repair('opened_string', 'added the missing opening quote', start)
    return { value: text }
  }
  reader.repair('quoted_value', `put quotes around ${JSON.stringify(text.slice(0, 60))}`, start)
  return { value: text }
}

function bareEnd(reader: Reader, context: Context): number {
  const { text } = reader
  let braces = 0
  for (let at = reader.at; at < reader.end; at += 1) {
    reader.spend(1)
    const char = text.charAt(at)
    if (char === '{') braces += 1
    if (char === '}' && braces > 0 && balancesLater(reader, at)) {
      braces -= 1
      continue
    }
    if (char === '\n' || char === '\r' || char === '}' || char === ']' || reader.atFence(at)) return at
    if (char === ')' && reader.open.at(-1) === '(') return at
    if (char === ',' && (context !== 'member' || endsMember(reader, at))) return at
    if (/["'\u201d\u2019]/.test(char) && reader.match(/["'\u201d\u2019]\s*(?:[,\]}:]|$)/y, at) !== null) return at
    if (/\s/.test(char) && text[at + 1] === '"' && isKeyAhead(reader, at + 1)) return at
    if (char === '/' && at > reader.at && /\s/.test(text.charAt(at - 1)) && /[/*]/.test(text.charAt(at + 1))) return at
  }
  return reader.end
}

/** Whether another closing brace follows on the line, so that this one belongs to the text. */
const balancesLater = (reader: Reader, brace: number) =>
  /^\}[^\n{}]{0,200}\}/.test(reader.text.slice(brace, brace + 204))

/** Whether a comma ends an unquoted member: a key, the end or another comma comes next. */
function endsMember(reader: Reader, comma: number): boolean {
  const after = reader.afterSpace(comma + 1)
  const next = reader.text.charAt(after)
  return next === '' || /[}\],/#"'{[]/.test(next) || isKeyAhead(reader, after)
}
