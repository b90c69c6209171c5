import { isKeyAhead } from './key-ahead.ts'
import { notJson } from './not-json.ts'
import { readNumber, readWord } from './read-scalar.ts'
import { isQuoteAt, readString } from './read-string.ts'
import { readValue } from './read-value.ts'
import { Reader } from './reader.ts'
import type { Repair, RepairCode } from './repair-log.ts'

type Scalar = { value: unknown; repairs: readonly Repair[] }

// Without brackets only these repairs are allowed; a text with other problems is probably not JSON.
const HARMLESS = new Set<RepairCode>([
  'single_quotes',
  'smart_quotes',
  'escaped_quotes',
  'comment',
  'special_whitespace',
  'closed_string',
  'concatenated_string',
  'python_literal',
  'undefined_to_null',
  'nan_to_null',
  'number_format',
  'big_number',
])

/** A quoted string, number or literal that is the whole text and only slightly off. */
export function loneScalar(text: string, start: number): Scalar {
  const reader = new Reader(text, start, readValue)
  const isQuoted = isQuoteAt(reader) && reader.next !== '`'
  const value = isQuoted ? readString(reader, 'root') : (readNumber(reader, 'root') ?? readWord(reader))?.value
  reader.skipBlank()
  const isDamaged = reader.log.repairs.some(({ code }) => !HARMLESS.has(code))
  if (
    value === undefined ||
    isDamaged ||
    /[^\s,;]/.test(text.slice(reader.at, reader.at + 1_000)) ||
    start >= text.length
  )
    throw notJson()
  return { value, repairs: reader.log.repairs }
}

/** The string between the first and the last quote of a text; null when the text is not such a string. */
export function quotedText(text: string, start: number): Scalar | null {
  const quote = text.charAt(start)
  if ((quote !== '"' && quote !== "'") || !text.trimEnd().endsWith(quote)) return null
  const reader = new Reader(text, start, readValue)
  if (isKeyAhead(reader, start)) return null
  const value = readString(reader, 'root')
  return /\S/.test(text.slice(reader.at)) ? null : { value, repairs: reader.log.repairs }
}
