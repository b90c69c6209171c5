import type { SetPart } from './pattern-token.ts'
import type { SourceCursor } from './source-cursor.ts'

const DASH: SetPart = { kind: 'range', from: 0x2d, to: 0x2d }

/** Reads the members of a class up to and with its `]`; the cursor stands behind `[` or `[^`. */
export function readSet(cursor: SourceCursor): SetPart[] {
  const parts: SetPart[] = []
  while (!cursor.done && cursor.take(/\]/y) === null) {
    const from = readMember(cursor)
    const dashAt = cursor.at
    if (cursor.take(/-(?!\])/y) === null) {
      parts.push(from)
      continue
    }
    const to = readMember(cursor)
    if (from.kind === 'range' && to.kind === 'range') {
      parts.push({ kind: 'range', from: from.from, to: to.to })
      continue
    }
    // `[\w-.]`: next to a named set the dash is itself, and what follows it is read on its own.
    parts.push(from, DASH)
    cursor.at = dashAt + 1
  }
  return parts
}

/** Reads one class member, or one escape outside of a class: a code point as a range of one, or a named set. */
export function readMember(cursor: SourceCursor): SetPart {
  const named = cursor.take(/\\([dDwWsS])/y)
  if (named !== null) {
    // Safe: the expression took exactly one of these letters.
    return { kind: 'class', name: named[1] as 'd' | 'D' | 'w' | 'W' | 's' | 'S' }
  }
  const property = cursor.take(/\\([pP])\{([^}]*)\}/y)
  if (property !== null) return { kind: 'property', negated: property[1] === 'P', body: property[2] ?? '' }
  const codePoint = readCodePoint(cursor)
  return { kind: 'range', from: codePoint, to: codePoint }
}

/** \b (in a class), \t, \n, \v, \f and \r are the code points 8 to 13, in this order. */
const CONTROL_LETTERS = 'btnvfr'

function readCodePoint(cursor: SourceCursor): number {
  const pair = cursor.take(/\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/iy)
  if (pair !== null) return (hex(pair[1]) - 0xd800) * 0x400 + hex(pair[2]) - 0xdc00 + 0x10000
  const code = cursor.take(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]+)\})/iy)
  if (code !== null) return hex(code[1] ?? code[2] ?? code[3])
  const octal = cursor.take(/\\([0-3][0-7]{0,2}|[4-7][0-7]?)/y)
  if (octal !== null) return Number.parseInt(octal[1] ?? '0', 8)
  const control = cursor.take(/\\c([a-z])/iy)
  if (control !== null) return (control[1] ?? '').charCodeAt(0) % 32
  const letter = cursor.take(/\\([btnvfr])/y)
  if (letter !== null) return CONTROL_LETTERS.indexOf(letter[1] ?? '') + 8
  // Any other escape is the character itself, but `\c` before no letter is a backslash and a c.
  cursor.take(/\\(?!c|$)/y)
  return cursor.takeCodePoint()
}

const hex = (digits: string | undefined) => Number.parseInt(digits ?? '0', 16)
