import { foldText } from './fold-text.ts'
import type { Layer } from './match-layer.ts'

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  zwnj: '',
  zwj: '',
  shy: '',
  sol: '/',
  num: '#',
  colon: ':',
  period: '.',
  comma: ',',
  lpar: '(',
  rpar: ')',
}
const escape =
  /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));|\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi
/** Marks that are put between words so that no blank parts them. */
const glue = /(?<=[a-z])[&<>"'`^~|\\/*_+=-]{1,4}(?=[a-z ]|$)|(?<=^|[ a-z])[&<>"'`^~|\\/*_+=-]{1,4}(?=[a-z])/gi

/**
 * A text in which single characters are written as HTML entities or as escapes of a programming language, as it reads once
 * they are resolved; null where there are none. What is HTML as a whole is taken apart elsewhere.
 */
export function characterEscapes(text: string): Layer | null {
  const places: number[] = []
  const ends: number[] = []
  const resolved: number[] = [0]
  let plain = ''
  let from = 0
  const add = (piece: string, start: number, end: number, isResolved: boolean) => {
    plain += piece
    for (let unit = 0; unit < piece.length; unit += 1) {
      places.push(isResolved ? start : start + unit)
      ends.push(isResolved ? end : start + unit + 1)
      resolved.push((resolved.at(-1) ?? 0) + (isResolved ? 1 : 0))
    }
  }
  for (const hit of text.matchAll(escape)) {
    const char = charOf(hit)
    if (char === null) continue
    add(text.slice(from, hit.index), from, hit.index, false)
    from = hit.index + hit[0].length
    add(char, hit.index, from, true)
  }
  if (from === 0) return null
  add(text.slice(from), from, text.length, false)
  // Brackets and ampersands that were resolved part words as blanks do.
  const folded = foldText(plain.replace(glue, (marks) => ' '.repeat(marks.length)))
  return {
    name: 'decoded:entities',
    folded,
    place: (index) => places[index] ?? text.length,
    placeEnd: (index) => ends[index] ?? text.length,
    counts: (start, end) => (resolved[folded.at(end)] ?? 0) > (resolved[folded.at(start)] ?? 0),
    isHidden: true,
  }
}

function charOf([, decimal, hex, name, braced, short, byte]: RegExpExecArray): string | null {
  if (name !== undefined) return named[name.toLowerCase()] ?? null
  const code = decimal === undefined ? Number.parseInt(hex ?? braced ?? short ?? byte ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null
}
