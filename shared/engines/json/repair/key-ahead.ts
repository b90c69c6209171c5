import type { Reader } from './reader.ts'

// A number counts when no digit follows its colon: `5: "x"`, but not the time 5:30.
const IDENTIFIER = /[\p{ID_Start}$_][\p{ID_Continue}$-]{0,100}["']?|\d{1,10}(?=\s*:\s*[^\d\s])/uy
const COLON = /\s*(?::(?!\/\/)|=>|=(?!=))/y
const QUOTE = /["'`\u201c\u201d\u201e\u2018\u2019\u201a]/
/** Keys longer than this are not looked for inside strings. */
const MAX_KEY = 200

/**
 * Whether an object's key and its colon seem to start here; with `orCut`, also a quoted key that the end of the text
 * cuts off.
 */
export function isKeyAhead(reader: Reader, at: number, orCut = false): boolean {
  const { text } = reader
  const quoteAt = text[at] === '\\' ? at + 1 : at
  if (QUOTE.test(text.charAt(quoteAt))) {
    const close = closingQuote(reader, quoteAt)
    if (close === null) return false
    const after = reader.afterSpace(close)
    return after >= reader.end ? orCut : reader.match(COLON, after) !== null
  }
  const name = reader.match(IDENTIFIER, at)
  if (name === null) return false
  reader.spend(name[0].length)
  return reader.match(COLON, at + name[0].length) !== null
}

/** The position behind the quote that closes a short string; the text's end when it is cut off; null for none nearby. */
export function closingQuote(reader: Reader, quoteAt: number): number | null {
  const { text, end } = reader
  const closers = closersOf(text.charAt(quoteAt))
  const limit = Math.min(end, quoteAt + MAX_KEY)
  for (let at = quoteAt + 1; at < limit; at += 1) {
    const char = text.charAt(at)
    reader.spend(1)
    if (char === '\n') return null
    if (closers.includes(char)) return at + 1
    if (char === '\\') {
      if (closers.includes(text.charAt(at + 1)) && text[quoteAt - 1] === '\\') return at + 2
      at += 1
    }
  }
  return limit === end ? end : null
}

/** The characters that may close a string opened by this one; empty for what opens none. */
export function closersOf(quote: string): string {
  if (quote === '"' || quote === "'") return quote
  if (quote === '`') return '`\u00b4\u2019'
  if (quote === '\u00b4') return '\u00b4`\u2019'
  if (/^[\u201c\u201d\u201e\u201f\u00ab]$/.test(quote)) return '\u201d\u201c"\u00bb'
  if (/^[\u2018\u2019\u201a\u201b]$/.test(quote)) return "\u2019\u2018'`\u00b4"
  return ''
}
