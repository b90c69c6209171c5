import { Refusal } from '#shared/errors.ts'

import { isKeyAhead } from './key-ahead.ts'
import { readNumber, readWord } from './read-scalar.ts'
import { isQuoteAt, readString } from './read-string.ts'
import { readValue } from './read-value.ts'
import { Reader } from './reader.ts'
import { RepairLog } from './repair-log.ts'
import type { Repair, RepairCode } from './repair-log.ts'
import { candidatesIn, readCandidate } from './scan-texts.ts'
import type { Candidate } from './scan-texts.ts'

type Extracted = { value: unknown; repairs: readonly Repair[] }

const RECORD_SEPARATOR = '\u001e'
const FENCE = /(?:`{3,}|~{3,})[ \t]*([\w+-]*)/g

/**
 * Finds the data in a text that may be prose, a chat answer with code fences, a log, or broken JSON alone. The longest
 * fenced block wins, else the largest value; values on lines of their own are one array. Prose without any bracket is
 * refused with `not_json`.
 */
export function extract(text: string): Extracted {
  const start = afterBlank(text, 0)
  const groups = /[{[]/.test(text.charAt(start))
    ? wholeText(text, start)
    : (fenced(text) ?? group(text, candidatesIn(text, start, text.length)))
  if (groups.length === 0) return loneScalar(text, start)
  const quoted = quotedText(text, start, groups)
  return quoted ?? choose(text, groups)
}

/** A text that is one string from its first to its last quote, with brackets inside that are not clean data. */
function quotedText(text: string, start: number, groups: readonly Group[]): Extracted | null {
  const quote = text.charAt(start)
  const isWhole = (quote === '"' || quote === "'") && text.trimEnd().endsWith(quote)
  if (!isWhole || groups.some(({ candidates }) => candidates.every(({ repairs }) => repairs.length === 0))) return null
  const reader = new Reader(text, start, readValue)
  if (isKeyAhead(reader, start)) return null
  const value = readString(reader, 'root')
  return /\S/.test(text.slice(reader.at)) ? null : { value, repairs: reader.log.repairs }
}

/** Values that belong together: one, or several with nothing but line breaks or commas between them. */
type Group = {
  candidates: readonly [Candidate, ...Candidate[]]
  /** Where the code fence around them opens. */
  fenceAt: number | null
  end: number
}

/** The first position from `at` that is neither white space nor comment. */
function afterBlank(text: string, at: number): number {
  const reader = new Reader(text, at, readValue)
  reader.skipBlank()
  return reader.at
}

/** A text that starts with a bracket is data from there on. */
function wholeText(text: string, start: number): Group[] {
  const first = readCandidate(text, start)
  return group(text, [first, ...candidatesIn(text, first.end, text.length)])
}

/** The values in code fences; null when no fence holds any. */
function fenced(text: string): Group[] | null {
  const groups: Group[] = []
  FENCE.lastIndex = 0
  for (let match = FENCE.exec(text); match !== null; match = FENCE.exec(text)) {
    const from = FENCE.lastIndex
    const close = closingFence(text, from)
    const inside = new Reader(text, from, readValue).afterSpace(from)
    const isData = /[{[]/.test(text.charAt(inside))
    const found = isData ? blockAt(text, inside, close) : []
    for (const one of group(text, found)) groups.push({ ...one, fenceAt: match.index })
    FENCE.lastIndex = Math.max(closingFence(text, found.at(-1)?.end ?? from) + 3, from)
  }
  return groups.length === 0 ? null : groups
}

function blockAt(text: string, inside: number, close: number): Candidate[] {
  const first = readCandidate(text, inside)
  return first.end >= close ? [first] : [first, ...candidatesIn(text, first.end, close)]
}

function closingFence(text: string, from: number): number {
  const close = /`{3,}|~{3,}/g
  close.lastIndex = from
  return close.exec(text)?.index ?? text.length
}

function group(text: string, candidates: readonly Candidate[]): Group[] {
  const groups: { candidates: [Candidate, ...Candidate[]]; fenceAt: null; end: number }[] = []
  for (const candidate of candidates) {
    const last = groups.at(-1)
    if (last !== undefined && isSeparator(text, last.end, candidate.start)) {
      last.candidates.push(candidate)
      last.end = candidate.end
    } else groups.push({ candidates: [candidate], fenceAt: null, end: candidate.end })
  }
  return groups
}

/** What may stand between the lines of one stream: line breaks or commas, and the prefix of a log or event stream. */
function isSeparator(text: string, from: number, to: number): boolean {
  const gap = text
    .slice(from, Math.min(to, from + 400))
    .replace(/\/\*[^*]*\*\/|\/\/[^\n]*|#[^\n]*/g, '')
    .replaceAll(RECORD_SEPARATOR, '\n')
  if (to - from > 400 || !/[\n\r,]/.test(gap)) return false
  if (/^[\s,;]*$/.test(gap)) return true
  const line = /^\s*[\r\n]+\s*([^\r\n]+)$/.exec(gap)?.[1]
  return (
    line !== undefined &&
    /^(?:data:\s*|\[?\d{4}-\d\d-\d\d[T\s].{0,200}|.{0,80}\b(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR)\b.{0,120})$/.test(
      line,
    )
  )
}

function choose(text: string, groups: readonly Group[]): Extracted {
  const real = groups.filter(({ candidates }) => candidates.some(({ isRemark }) => !isRemark))
  const ranked = (real.length > 0 ? real : [...groups]).toSorted((left, right) => sizeOf(right) - sizeOf(left))
  const [best, ...others] = ranked
  if (best === undefined) throw notJson()
  const log = new RepairLog()
  const [first] = best.candidates
  noteSurroundings(log, text, best)
  for (const { candidates, end } of others) {
    log.add(
      'dropped_text',
      candidates[0].start,
      `dropped another value of ${end - candidates[0].start} characters; the largest was kept`,
    )
  }
  const isNothing =
    best.candidates.length === 1 && isEmpty(first.value) && first.repairs.some(({ code }) => code === 'dropped_text')
  if (isNothing) throw notJson()
  const isStream = best.candidates.length > 1
  if (isStream) log.add('ndjson_to_array', first.start, `put ${best.candidates.length} values into one array`)
  const repairs = [...log.repairs, ...best.candidates.flatMap((candidate) => candidate.repairs)]
  return { value: isStream ? best.candidates.map(({ value }) => value) : first.value, repairs }
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0

const sizeOf = ({ candidates, end }: Group) => end - candidates[0].start

/** Notes what stands around the value: spare brackets, a last comma, a function call, a fence, or prose. */
function noteSurroundings(log: RepairLog, text: string, { candidates: [first], end, fenceAt }: Group): void {
  const start = fenceAt ?? first.start
  const rest = fenceAt === null ? end : afterFence(text, end)
  const isBlankBefore = afterBlank(text, 0) >= start
  const before = text.slice(0, start).replace('\ufeff', '').trim()
  const after = text.slice(rest).trim()
  const restAt = text.length - text.slice(rest).trimStart().length
  if (fenceAt !== null) log.add('stripped_fence', fenceAt, 'took the value out of its code fence')
  if (isCallAround(before, after)) log.add('stripped_call', 0, `took the argument out of ${before}...)`)
  else if (/^[\]})]+[;,]?$/.test(after.slice(0, 200)) && after.length <= 200)
    log.add('removed_bracket', restAt, 'removed brackets that close nothing')
  else if (after === ',') log.add('trailing_comma', restAt, 'removed the comma after the value')
  else if (isBlankBefore && before !== '') log.add('comment', 0, 'removed the comment before the value')
  else if (before !== '') log.add('extracted_from_prose', first.start, 'took the value out of the text around it')
  else if (after !== '' && after !== ';') log.add('extracted_from_prose', restAt, 'left out the text after the value')
}

const isCallAround = (before: string, after: string) =>
  before.length <= 80 && /^[\w$.]+\s*\($/.test(before) && /^\)?\s*;?$/.test(after.slice(0, 20))

/** The position behind the fence that closes at or after `end`. */
function afterFence(text: string, end: number): number {
  const fence = /[`~]{3,}/g
  fence.lastIndex = end
  return fence.exec(text) === null ? text.length : fence.lastIndex
}

// Without brackets only this much may be wrong; anything else is more likely no JSON at all.
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
function loneScalar(text: string, start: number): Extracted {
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

const notJson = () =>
  new Refusal('unprocessable', 'There is no JSON in this text: no object, no array, and it is no single JSON value.', {
    detail: 'The text has no bracket that opens an object or array. Plain text and YAML are not repaired into JSON.',
    extra: { reason: 'not_json' },
  })
