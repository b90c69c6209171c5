import type { Flags, SetPart } from './pattern-token.ts'

const isSurrogate = (codePoint: number) => codePoint >= 0xd800 && codePoint <= 0xdfff

/** One code point in RE2's syntax; null for a lone surrogate, which RE2 does not know. */
export const re2Literal = (codePoint: number) => (isSurrogate(codePoint) ? null : `\\x{${codePoint.toString(16)}}`)

/** A class in RE2's syntax with ECMAScript's meaning, or null when RE2 has no such set. */
export function re2Set(parts: readonly SetPart[], negated: boolean, flags: Flags): string | null {
  const pieces: string[] = []
  for (const part of parts) {
    const piece = sayPart(part, flags)
    if (piece === null) return null
    pieces.push(piece)
  }
  if (pieces.length === 0) return negated ? '(?s:.)' : '[^\\x{0}-\\x{10ffff}]'
  return `[${negated ? '^' : ''}${pieces.join('')}]`
}

function sayPart(part: SetPart, flags: Flags): string | null {
  if (part.kind === 'class') return flags.ignoreCase && part.name === 'W' ? NOT_WORD_FOLDED : CLASSES[part.name]
  if (part.kind === 'range') return range(part.from, part.to)
  // Folding and complement do not commute, and the two engines choose differently.
  if (flags.ignoreCase) return null
  const name = /^(?:(?:gc=|General_Category=)?([LMNPSZ][a-z]?|C[cfo])|(?:sc|Script)=([A-Z][A-Za-z_]+))$/.exec(part.body)
  if (name === null) return null
  return `\\${part.negated ? 'P' : 'p'}{${name[1] ?? name[2]}}`
}

const range = (from: number, to: number) => `\\x{${from.toString(16)}}-\\x{${to.toString(16)}}`

const ranges = (...bounds: [number, number][]) => bounds.map(([from, to]) => range(from, to)).join('')

/** The code points between the given ranges, which are in order. */
function complement(...bounds: [number, number][]): string {
  const starts = [0, ...bounds.map(([, to]) => to + 1)]
  const ends = [...bounds.map(([from]) => from - 1), 0x10ffff]
  return ranges(...starts.map((start, index): [number, number] => [start, ends[index] ?? start]))
}

const DIGIT: [number, number][] = [[0x30, 0x39]]
const WORD: [number, number][] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]
/** ECMA-262 WhiteSpace and LineTerminator; RE2's own \s knows ASCII only. */
const SPACE: [number, number][] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
/** Without regard to case, \w takes in the long s and the Kelvin sign, which fold to s and k. */
const NOT_WORD_FOLDED = complement(...WORD, [0x17f, 0x17f], [0x212a, 0x212a])
const CLASSES = {
  d: ranges(...DIGIT),
  D: complement(...DIGIT),
  w: ranges(...WORD),
  W: complement(...WORD),
  s: ranges(...SPACE),
  S: complement(...SPACE),
}
