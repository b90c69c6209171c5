/**
 * Rewrites an ECMAScript pattern (ECMA-262, Unicode mode) in RE2 syntax with the same meaning, so that it runs in
 * linear time. Null for anything whose meaning could differ: look-around, back-references, half surrogates, Annex B.
 * Groups lose their names and captures, which a yes-or-no test does not need. The pattern is known to compile.
 */
export function ecmaToRe2(source: string): string | null {
  const out: string[] = []
  for (let at = 0; at < source.length;) {
    const piece = source[at] === '[' ? classAt(source, at) : atomAt(source, at)
    if (piece === null) return null
    out.push(piece.text)
    at = piece.end
  }
  return out.join('')
}

type Piece = { text: string; end: number }

const SPACES = String.raw`\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
const LINE_ENDS = String.raw`\n\r\x{2028}\x{2029}`

function atomAt(source: string, at: number): Piece | null {
  const char = source.charAt(at)
  if (char === '\\') return escapeAt(source, at)
  if (char === '.') return { text: `[^${LINE_ENDS}]`, end: at + 1 }
  if (char === '(') return groupAt(source, at)
  if (char === '{') return countAt(source, at)
  if (char === '}' || char === ']') return null
  return '^$*+?|)'.includes(char) ? { text: char, end: at + 1 } : literalAt(source, at)
}

function groupAt(source: string, at: number): Piece | null {
  if (source[at + 1] !== '?') return { text: '(?:', end: at + 1 }
  if (source[at + 2] === ':') return { text: '(?:', end: at + 3 }
  const name = /^\(\?<[\p{ID_Start}$_][\p{ID_Continue}$]*>/u.exec(source.slice(at, at + 80))
  return name === null ? null : { text: '(?:', end: at + name[0].length }
}

function countAt(source: string, at: number): Piece | null {
  const count = /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/.exec(source.slice(at, at + 12))
  if (count === null) return null
  const [text, least, , most] = count
  // RE2 repeats at most a thousand times.
  if (Number(least) > 1_000 || Number(most ?? 0) > 1_000) return null
  return { text, end: at + text.length }
}

/** A literal character, written by its code so that RE2 cannot read it otherwise. */
function literalAt(source: string, at: number): Piece | null {
  const code = source.codePointAt(at) ?? 0
  const end = at + (code > 0xffff ? 2 : 1)
  if (isSurrogate(code)) return null
  const char = source.slice(at, end)
  return { text: /^[A-Za-z0-9 _]$/.test(char) ? char : codeText(code), end }
}

const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff
const codeText = (code: number) => `\\x{${code.toString(16)}}`

/** An escape outside a class. */
function escapeAt(source: string, at: number): Piece | null {
  const letter = source.charAt(at + 1)
  if ('dDwWbB'.includes(letter)) return { text: `\\${letter}`, end: at + 2 }
  if (letter === 's') return { text: `[${SPACES}]`, end: at + 2 }
  if (letter === 'S') return { text: `[^${SPACES}]`, end: at + 2 }
  return propertyAt(source, at) ?? codeAt(source, at)
}

/** `\p{L}` and `\P{Lu}`: only the general categories, whose short names RE2 shares. */
function propertyAt(source: string, at: number): Piece | null {
  const property = /^\\([pP])\{([A-Z][a-z]?)\}/.exec(source.slice(at, at + 8))
  return property === null ? null : { text: property[0], end: at + property[0].length }
}

/** An escape for one character. */
function codeAt(source: string, at: number): Piece | null {
  const rest = source.slice(at, at + 12)
  const control = { t: 9, n: 10, v: 11, f: 12, r: 13 }[source.charAt(at + 1)]
  if (control !== undefined) return { text: codeText(control), end: at + 2 }
  if (/^\\0(?!\d)/.test(rest)) return { text: codeText(0), end: at + 2 }
  const letter = /^\\c([A-Za-z])/.exec(rest)?.[1]
  if (letter !== undefined) return { text: codeText(letter.charCodeAt(0) % 32), end: at + 3 }
  const hex = /^\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\})/.exec(rest)
  if (hex !== null) {
    const code = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16)
    return isSurrogate(code) ? null : { text: codeText(code), end: at + hex[0].length }
  }
  const code = source.codePointAt(at + 1) ?? 0
  const end = at + 1 + (code > 0xffff ? 2 : 1)
  const isPunctuation = /^[^\p{L}\p{N}\p{M}_]$/u.test(source.slice(at + 1, end))
  return isPunctuation && !isSurrogate(code) ? { text: codeText(code), end } : null
}

/** A bracketed class; ECMAScript's `[]` matches nothing and `[^]` anything. */
function classAt(source: string, start: number): Piece | null {
  const isNegated = source[start + 1] === '^'
  const parts: string[] = []
  let at = start + (isNegated ? 2 : 1)
  while (source[at] !== ']') {
    if (at >= source.length) return null
    const isRange = source[at] === '-' && parts.length > 0 && source[at + 1] !== ']'
    const piece = isRange ? { text: '-', end: at + 1 } : memberAt(source, at)
    if (piece === null) return null
    parts.push(piece.text)
    at = piece.end
  }
  const members = parts.join('')
  if (members === '')
    return { text: isNegated ? String.raw`[\x{0}-\x{10ffff}]` : String.raw`[^\x{0}-\x{10ffff}]`, end: at + 1 }
  return { text: `[${isNegated ? '^' : ''}${members}]`, end: at + 1 }
}

function memberAt(source: string, at: number): Piece | null {
  if (source[at] !== '\\') return literalAt(source, at)
  const letter = source.charAt(at + 1)
  if ('dDwW'.includes(letter)) return { text: `\\${letter}`, end: at + 2 }
  if (letter === 's') return { text: SPACES, end: at + 2 }
  if (letter === 'S' || letter === 'B') return null
  if (letter === 'b') return { text: codeText(8), end: at + 2 }
  return propertyAt(source, at) ?? codeAt(source, at)
}
