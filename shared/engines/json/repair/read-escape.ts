import type { Reader } from './reader.ts'

const PLAIN: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** Reads the escape at `at`, and where the text continues. An escape that JSON does not have is kept or translated. */
export function readEscape(reader: Reader, at: number, until: number): { text: string; next: number } {
  const { text } = reader
  const letter = at + 1 < until ? text.charAt(at + 1) : ''
  if (Object.hasOwn(PLAIN, letter)) return { text: PLAIN[letter] ?? '', next: at + 2 }
  if (letter === 'u') return readUnicode(reader, at, until)
  if (letter === '') {
    reader.repair('truncated_tail', 'removed a cut-off escape', at)
    return { text: '', next: until }
  }
  const hex = /^\\x([0-9a-fA-F]{2})/.exec(text.slice(at, at + 4))?.[1]
  if (hex !== undefined) {
    reader.repair('invalid_escape', `translated \\x${hex}`, at)
    return { text: String.fromCharCode(Number.parseInt(hex, 16)), next: at + 4 }
  }
  if (/['`\u2018-\u201f]/.test(letter)) {
    reader.repair('invalid_escape', `removed the backslash before ${letter}`, at)
    return { text: letter, next: at + 2 }
  }
  if (letter === '\n' || letter === '\r') {
    reader.repair('invalid_escape', 'joined a line that goes on', at)
    return { text: '', next: at + (text.startsWith('\r\n', at + 1) ? 3 : 2) }
  }
  reader.repair('invalid_escape', `kept the backslash of \\${letter}, which is no JSON escape`, at)
  return { text: '\\', next: at + 1 }
}

function readUnicode(reader: Reader, at: number, until: number): { text: string; next: number } {
  const digits = /^[0-9a-fA-F]{0,4}/.exec(reader.text.slice(at + 2, Math.min(until, at + 6)))?.[0] ?? ''
  if (digits.length === 4) return { text: String.fromCharCode(Number.parseInt(digits, 16)), next: at + 6 }
  if (at + 2 + digits.length >= reader.end) {
    reader.repair('truncated_tail', 'removed a cut-off escape', at)
    return { text: '', next: until }
  }
  reader.repair('invalid_escape', 'kept the backslash of an incomplete \\u escape', at)
  return { text: '\\', next: at + 1 }
}
