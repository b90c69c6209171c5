import { isKeyAhead, closersOf } from './key-ahead.ts'
import type { Context, Reader } from './reader.ts'
import { readEscape } from './read-escape.ts'
import { closesString } from './string-end.ts'

// As in CSV, where a quote is written twice.
const DOUBLED_QUOTES = /(["'])\1([^\s,:}\]"'][^"'\n]{0,500})\1\1(?=\s*[:,}\]])/y

/** Whether a string starts here, with any kind of quote, escaped or not. */
export const isQuoteAt = (reader: Reader, at = reader.at) =>
  !reader.atFence(at) && closersOf(reader.text.charAt(reader.text[at] === '\\' ? at + 1 : at)) !== ''

/**
 * Reads a string in any kind of quotes. Unescaped inner quotes stay; a missing end is placed where a string can end.
 */
export function readString(reader: Reader, place: Context | 'key'): string {
  const start = reader.at
  const doubled = reader.match(DOUBLED_QUOTES)
  if (doubled !== null) {
    reader.at += doubled[0].length
    reader.repair('doubled_quotes', 'replaced doubled quotes by single ones', start)
    return doubled[2] ?? ''
  }
  const isEscaped = reader.text[start] === '\\'
  const quote = reader.text.charAt(isEscaped ? start + 1 : start)
  noteQuote(reader, quote, isEscaped)
  const mark = reader.log.mark
  const body = start + (isEscaped ? 2 : 1)
  const found = scan(reader, { body, place, isEscaped, closers: closersOf(quote) })
  if (found.isClosed) {
    reader.at = found.next
    return isEscaped ? unescapedOnce(found.text) : found.text
  }
  const stop = found.stop ?? missingEnd(reader, body, place)
  reader.log.rollback(mark)
  const cut = scan(reader, { body, place, isEscaped, closers: '', until: stop })
  reader.at = stop
  reader.repair(
    'closed_string',
    stop >= reader.end ? 'closed the string at the end of the text' : 'added the missing end quote',
    stop,
  )
  return stop >= reader.end ? cut.text : cut.text.trimEnd()
}

/** Text inside escaped quotes was escaped twice. */
function unescapedOnce(text: string): string {
  try {
    const inner: unknown = JSON.parse(`"${text}"`)
    return typeof inner === 'string' ? inner : text
  } catch {
    return text
  }
}

function noteQuote(reader: Reader, quote: string, isEscaped: boolean): void {
  if (isEscaped) reader.repair('escaped_quotes', 'removed the backslash from the quotes')
  if (quote === "'") reader.repair('single_quotes', 'replaced single quotes by double quotes')
  else if (quote === '`' || quote === '\u00b4') reader.repair('backtick_quotes', 'replaced backticks by double quotes')
  else if (quote !== '"') reader.repair('smart_quotes', 'replaced typographic quotes by double quotes')
}

type Scan = { body: number; place: Context | 'key'; isEscaped: boolean; closers: string; until?: number }
/** `stop` is where the string must have ended when its quote is missing. */
type Found = { text: string; isClosed: boolean; next: number; stop: number | null }

function scan(reader: Reader, { body, place, isEscaped, closers, until = reader.end }: Scan): Found {
  const { text } = reader
  const pieces: string[] = []
  let from = body
  let braces = 0
  let hasControl = false
  const inner = new Set<string>()
  let at = body
  while (at < until) {
    const char = text.charAt(at)
    const isClosing = closers.includes(char) && (!isEscaped || text[at - 1] === '\\')
    if (char === '\\' && !(isEscaped && closers.includes(text.charAt(at + 1)))) {
      const escape = readEscape(reader, at, until)
      pieces.push(text.slice(from, at), escape.text)
      at = escape.next
      from = at
      continue
    }
    if (isClosing) {
      const end = isEscaped ? at - 1 : at
      if (closesString(reader, at, place, braces))
        return { text: pieces.join('') + text.slice(from, end), isClosed: true, next: at + 1, stop: null }
      const stop = braces === 0 ? stopBefore(reader, at, body, place) : null
      if (stop !== null) return { text: '', isClosed: false, next: at, stop }
      // Between letters it is an apostrophe, and nothing was guessed.
      const effect = /\p{L}'\p{L}/u.test(text.slice(at - 1, at + 2)) ? 'lossless' : 'structural'
      if (!inner.has(effect)) reader.repair('escaped_inner_quote', 'escaped a quote inside the string', at, effect)
      inner.add(effect)
    } else if (char === '{') braces += 1
    else if (char === '}') braces = Math.max(0, braces - 1)
    else if (char < ' ') {
      if (char === '\n' && closers !== '' && endsAtLine(reader, at, place))
        return { text: '', isClosed: false, next: at, stop: lineEnd(reader, at) }
      if (!hasControl) reader.repair('escaped_control', `escaped a control character (${JSON.stringify(char)})`, at)
      hasControl = true
    }
    at += 1
  }
  reader.spend(until - body)
  return { text: pieces.join('') + text.slice(from, until), isClosed: false, next: until, stop: null }
}

/** A quote that opens the next key or item shows that this string's own end quote is missing before the comma. */
function stopBefore(reader: Reader, quoteAt: number, body: number, place: Context | 'key'): number | null {
  const before = lastNonSpace(reader, quoteAt - 1)
  if (before < body || !/[,{\n]/.test(reader.text.charAt(before))) return null
  if (place === 'key') {
    const colon = reader.text.indexOf(':', body)
    return isKeyAhead(reader, quoteAt) && colon !== -1 && colon < quoteAt ? colon : null
  }
  if (reader.text[before] !== ',') return null
  if (place === 'member') return isKeyAhead(reader, quoteAt) ? before : null
  return place === 'item' &&
    /^["'][^\s"',\]}][^"'\n]{0,200}["']\s*[,\]]/.test(reader.text.slice(quoteAt, quoteAt + 240))
    ? before
    : null
}

/** A line break that the next member follows ends a string whose quote is missing. */
function endsAtLine(reader: Reader, newline: number, place: Context | 'key'): boolean {
  if (place !== 'member') return false
  const next = reader.afterSpace(newline)
  return /["']/.test(reader.text.charAt(next)) && isKeyAhead(reader, next)
}

/** The end of the line's text, before its comma. */
function lineEnd(reader: Reader, newline: number): number {
  const last = lastNonSpace(reader, newline - 1)
  return reader.text[last] === ',' ? last : last + 1
}

function lastNonSpace(reader: Reader, from: number): number {
  let at = from
  while (at > 0 && /\s/.test(reader.text.charAt(at))) at -= 1
  reader.spend(from - at)
  return at
}

/**
 * The end of a string without an end quote: before the brackets that finish the text, at its colon for a key, or never.
 */
function missingEnd(reader: Reader, body: number, place: Context | 'key'): number {
  const { text, end } = reader
  const fence = text.indexOf('\n```', body)
  const limit = fence === -1 ? end : fence
  reader.spend(limit - body)
  if (place === 'key') {
    const colon = text.indexOf(':', body)
    return colon === -1 || colon > limit ? limit : colon
  }
  let tail = limit
  while (tail > body && /[\s\]}),;`]/.test(text.charAt(tail - 1))) tail -= 1
  const hasBracket = /[\]}]/.test(text.slice(tail, limit))
  return hasBracket && reader.open.length > 0 ? firstComma(reader, { body, tail, place }) : limit
}

/** An item that never ends is taken to end at its first comma, a member where a key follows the comma. */
function firstComma(
  reader: Reader,
  { body, tail, place }: { body: number; tail: number; place: Context | 'key' },
): number {
  for (let at = reader.text.indexOf(',', body); at !== -1 && at < tail; at = reader.text.indexOf(',', at + 1)) {
    if (place === 'item' || isKeyAhead(reader, reader.afterSpace(at + 1))) return at
  }
  return tail
}
