import { closingQuote, isKeyAhead } from './key-ahead.ts'
import type { Context, Reader } from './reader.ts'

type Place = Context | 'key'

/**
 * Whether a quote at `at` closes its string: what follows must be able to follow a string there. After an unescaped
 * quote inside a text, something else follows.
 */
export function closesString(reader: Reader, at: number, place: Place, openBraces: number): boolean {
  const after = reader.afterSpace(at + 1)
  const next = reader.text.charAt(after)
  if (next === '' || reader.atFence(after)) return true
  if (reader.text.startsWith('/*', after) || reader.text.startsWith('//', after) || reader.text.startsWith('# ', after))
    return true
  const gap = reader.text.slice(at + 1, Math.min(after, at + 40))
  if (place === 'key') return closesKey(reader, after, next, gap)
  if (place === 'root') return false
  if (next === '+') return QUOTE.test(reader.text.charAt(reader.afterSpace(after + 1)))
  if (next === ';') return gap.includes('\n') || /^;\s*(?:[}"']|$)/.test(reader.text.slice(after, after + 20))
  if (next === '}' || next === ']' || next === ')') return closesAtBracket(reader, after, next, openBraces)
  // An item followed by a colon is a key, but not inside a brace that the string itself opened.
  if (next === ':') return place === 'item' && openBraces === 0
  return place === 'member' ? closesMember(reader, after, next, gap) : closesItem(reader, after, next, gap)
}

const QUOTE = /["'\u201c\u201d\u2018\u2019]/

function closesKey(reader: Reader, after: number, next: string, gap: string): boolean {
  if (next === ':' || next === '=' || next === '}' || next === ']' || next === ',') return true
  // Without a colon only a value behind white space makes sense; a letter right behind belongs to the key.
  if (/^-?[\d.]+\s*[,}]/.test(reader.text.slice(after, after + 40))) return true
  return gap !== '' && (QUOTE.test(next) || /[\d\-[{tfnTFN]/.test(next)) && !isKeyAheadQuoted(reader, after)
}

const isKeyAheadQuoted = (reader: Reader, at: number) => QUOTE.test(reader.text.charAt(at)) && isKeyAhead(reader, at)

function closesMember(reader: Reader, after: number, next: string, gap: string): boolean {
  if (next === ',') {
    const item = reader.afterSpace(after + 1)
    const first = reader.text.charAt(item)
    if (first === '' || /[}\],{[/#.\u2026]/.test(first)) return true
    if (isKeyAhead(reader, item, true)) return true
    // A key whose value was forgotten
    const close = QUOTE.test(first) ? closingQuote(reader, item) : null
    return close !== null && /^\s*[,}]/.test(reader.text.slice(close, close + 20))
  }
  if (gap === '') return false
  if (isKeyAhead(reader, after) || reader.match(/\w+\s*\}/y, after) !== null) return true
  // Strings side by side are one, as in Python.
  return QUOTE.test(next) && closesNeighbour(reader, after)
}

function closesItem(reader: Reader, after: number, next: string, gap: string): boolean {
  if (next !== ',') {
    const startsItem = /["'{[]/.test(next) || reader.match(PLAIN_ITEM, after) !== null
    if (gap.includes('\n') && (startsItem || reader.match(PLAIN_LINE, after) !== null)) return true
    return gap !== '' && (QUOTE.test(next) ? closesNeighbour(reader, after) : startsItem)
  }
  const item = reader.afterSpace(after + 1)
  const first = reader.text.charAt(item)
  if (first === '' || /["'\u201c\u2018`\d\-{[\]},/#.\u2026(\\]/.test(first)) return true
  return /^(?:true|false|null|True|False|None|undefined|NaN|[\w$.-]+\s*[,\]])/.test(reader.text.slice(item, item + 60))
}

const PLAIN_ITEM = /(?:-?\d[\d.eE+-]*|true|false|null|True|False|None)\s*(?:[,\]]|$)/y

/** A number or word alone on its line. */
const PLAIN_LINE = /(?:-?\d[\d.eE+-]*|true|false|null|True|False|None)\s*?\n/y

/** Whether the string that starts at `at` ends at a possible end of a string. */
function closesNeighbour(reader: Reader, at: number): boolean {
  const close = closingQuote(reader, at)
  return close !== null && /^\s*(?:[,}\]:]|$|["'\d-])/.test(reader.text.slice(close, close + 20))
}

/** A bracket behind the quote: it must close something, and what follows it must be able to follow that. */
function closesAtBracket(reader: Reader, bracketAt: number, bracket: string, openBraces: number): boolean {
  const opener = { '}': '{', ']': '[', ')': '(' }[bracket]
  if (!reader.open.some((open) => open === opener)) return bracket !== ')' && isTail(reader, bracketAt)
  const after = reader.afterSpace(bracketAt + 1)
  const next = reader.text.charAt(after)
  const isLineEnd = reader.text.slice(bracketAt + 1, after).includes('\n')
  // A brace inside the string waits for this one, unless what comes next fits the brackets outside.
  if (bracket === '}' && openBraces > 0) {
    return next === '' || isLineEnd || /[\]}`]/.test(next) || (next === ',' && fitsOutside(reader, after + 1))
  }
  // The last bracket of the text may be followed by anything, such as prose.
  if (reader.open.length === 1 || isLineEnd) return true
  if (next === '' || /[,\]})/#;]/.test(next) || reader.atFence(after)) return true
  return QUOTE.test(next) || /[{[]/.test(next) || isKeyAhead(reader, after)
}

/** Only brackets and white space up to the end. */
const isTail = (reader: Reader, at: number) => /^[\s\]})]*$/.test(reader.text.slice(at, at + 100))

/** Whether what follows a comma fits the bracket around the current object. */
function fitsOutside(reader: Reader, from: number): boolean {
  const at = reader.afterSpace(from)
  if (reader.parent === '{') return reader.text[at] === '}' || isKeyAhead(reader, at)
  return /^["'{[\]\d-]?$/.test(reader.text.charAt(at)) || reader.match(PLAIN_ITEM, at) !== null
}
