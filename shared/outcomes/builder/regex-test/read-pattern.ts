import type { OpenGroup, Pattern, Token, KeyedMutex } from './pattern-token.ts'
import { readMember, readSet } from './read-set.ts'
import { SourceCursor } from './source-cursor.ts'

/**
 * Reads an ECMAScript source that compiles into tokens. It reads as Unicode mode does and lets the older spellings of
 * Annex B pass: `\-` is `-`, a lone `{` is itself, `\1` without a group 1 is octal.
 */
export function readPattern(source: string): Pattern {
  const cursor = new SourceCursor(source)
  const tokens: Token[] = []
  const names: (string | null)[] = []
  const open: (OpenGroup | null)[] = []
  const references = referenceRules(source)

  while (!cursor.done) {
    const at = cursor.at
    const beyond = cursor.take(/\(\?(?:<?[=!]|[ims]*(?:-[ims]*)?(?<!\?):)/y) ?? references(cursor)
    if (beyond !== null) {
      if (beyond[0].startsWith('(')) open.push(null)
      tokens.push({ kind: 'beyond', text: beyond[0], at })
      continue
    }
    const opened = cursor.take(/\((?:(\?:)|\?<([^>]*)>)?/y)
    if (opened !== null) {
      const captures = opened[1] === undefined
      const name = opened[2] === undefined ? null : plainName(opened[2])
      if (captures) names.push(name)
      const group: OpenGroup = {
        kind: 'open',
        group: captures ? names.length : null,
        name,
        turns: { min: 1, max: 1 },
        at,
      }
      open.push(group)
      tokens.push(group)
      continue
    }
    if (cursor.take(/\)/y) !== null) {
      const group = open.pop() ?? null
      if (group !== null) group.turns = turnsAhead(source.slice(cursor.at, cursor.at + 40))
      tokens.push({ kind: 'close', at })
      continue
    }
    tokens.push(plainToken(cursor))
  }
  return { tokens, names }
}

function plainToken(cursor: SourceCursor): Token {
  const at = cursor.at
  const quantifier = cursor.take(/(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??/y)
  if (quantifier !== null) return { kind: 'quantifier', text: quantifier[0], at }
  const set = cursor.take(/\[(\^?)/y)
  if (set !== null) return { kind: 'set', negated: set[1] === '^', parts: readSet(cursor), at }
  const assertion = cursor.take(/[\^$]|\\[bB]/y)
  // Safe: those are the four assertions, the last two behind their backslash.
  if (assertion !== null) return { kind: 'assertion', what: assertion[0].slice(-1) as '^' | '$' | 'b' | 'B', at }
  if (cursor.take(/\./y) !== null) return { kind: 'any', at }
  if (cursor.take(/\|/y) !== null) return { kind: 'alternative', at }
  const part = readMember(cursor)
  return part.kind === 'range'
    ? { kind: 'char', codePoint: part.from, at }
    : { kind: 'set', negated: false, parts: [part], at }
}

/** What a back-reference is depends on the whole source: how many groups there are, and whether any has a name. */
function referenceRules(source: string): (cursor: SourceCursor) => RegExpExecArray | null {
  const opens = source.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, '').match(/\((?!\?)|\(\?<(?![=!])/g) ?? []
  const hasNames = opens.some((open) => open.length > 1)
  return (cursor) => {
    const named = hasNames ? cursor.take(/\\k<[^>]*>/y) : null
    if (named !== null) return named
    const at = cursor.at
    const numbered = cursor.take(/\\([1-9][0-9]*)/y)
    if (numbered !== null && Number(numbered[1]) <= opens.length) return numbered
    cursor.at = at
    return null
  }
}

/** How often the quantifier that begins this text, if one does, lets its group run. */
function turnsAhead(text: string): KeyedMutex {
  const found = /^(?:([*+?])|\{([0-9]+)(,?)([0-9]*)\})/.exec(text)
  if (found === null) return { min: 1, max: 1 }
  const [, sign, min, comma, max] = found
  if (sign !== undefined) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
  if (comma === '') return { min: Number(min), max: Number(min) }
  return { min: Number(min), max: max === '' ? Infinity : Number(max) }
}

/** A group name with its `\u` escapes resolved. */
const plainName = (written: string) =>
  written.replace(/\\u(?:\{([0-9a-f]+)\}|([0-9a-f]{4}))/gi, (_all, braced?: string, plain?: string) =>
    braced === undefined
      ? String.fromCharCode(Number.parseInt(plain ?? '', 16))
      : String.fromCodePoint(Number.parseInt(braced, 16)),
  )
