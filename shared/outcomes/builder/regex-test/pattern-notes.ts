import type { Pattern, Token } from './pattern-token.ts'

/** What a user of this pattern may not expect: spellings of other dialects, and the one known gap between the engines. */
export function patternNotes(pattern: Pattern, source: string, mode: 'unicode' | 'legacy'): string[] {
  const notes: string[] = []
  if (mode === 'legacy')
    notes.push('This compiles in ECMAScript without the u or v flag only; the meaning is the same here.')
  const letters = [...source.matchAll(/\\[^]/g)]
    .map(([escape]) => escape)
    .filter((escape) => /\\[AZzQEGhHRXaeCgKNL]/.test(escape))
  if (letters.length > 0) {
    notes.push(`In ECMAScript ${[...new Set(letters)].join(' and ')} stand for the letters themselves.`)
  }
  if (hasEmptyTurns(pattern.tokens)) {
    notes.push(
      'A repeated group here can match nothing at one of its turns; engines differ in what such a turn leaves behind.',
    )
  }
  return notes
}

/** What to write instead, for syntax of other dialects that ECMAScript refuses; null when it is none of those. */
export function syntaxHint(pattern: string): string | null {
  const flags = /\(\?([imsx]+)\)/.exec(pattern)
  if (flags !== null) return `Leave out ${flags[0]} and send flags "${flags[1]}".`
  if (/\(\?>|[*+?}]\+/.test(pattern)) return 'ECMAScript has no atomic groups and no possessive quantifiers.'
  if (/\(\?#/.test(pattern)) return 'ECMAScript has no inline comments; send flags "x" and use # comments.'
  if (/\(\?P>|\(\?&|\(\?R\)|\(\?[0-9]/.test(pattern)) return 'ECMAScript has no recursion or subroutine calls.'
  if (/\(\?\(/.test(pattern)) return 'ECMAScript has no conditional groups.'
  if (/\[\[:[a-z]+:\]/.test(pattern)) return 'ECMAScript has no POSIX classes; write the ranges out or use \\p{...}.'
  return null
}

/**
 * Whether a quantified group can match the empty text where RE2 and ECMAScript may then differ: by a lazy quantifier or an
 * alternative inside it, or because it is counted.
 */
function hasEmptyTurns(tokens: readonly Token[]): boolean {
  const open: Frame[] = [frame(1, 1)]
  for (const [index, token] of tokens.entries()) {
    const top = open.at(-1) ?? frame(1, 1)
    if (token.kind === 'open') open.push(frame(token.turns.min, token.turns.max))
    else if (token.kind === 'beyond' && token.text.startsWith('(')) open.push(frame(1, 1))
    else if (token.kind === 'close') {
      open.pop()
      const isNullable = top.anyNullable || top.nullable
      const isBounded = top.max > 1 && top.max < Infinity
      if (isNullable && (top.chooses || isBounded) && (top.min === 0 || top.max > 1)) return true
      const outer = open.at(-1)
      if (outer !== undefined) {
        outer.nullable &&= isNullable || top.min === 0
        outer.chooses ||= top.chooses
      }
    } else if (token.kind === 'alternative') {
      top.anyNullable ||= top.nullable
      top.nullable = true
      top.chooses = true
    } else if (token.kind === 'quantifier') top.chooses ||= token.text.endsWith('?') && token.text.length > 1
    else if (token.kind === 'char' || token.kind === 'any' || token.kind === 'set') {
      const next = tokens[index + 1]
      top.nullable &&= next?.kind === 'quantifier' && /^[*?]|^\{0/.test(next.text)
    }
  }
  return false
}

type Frame = { min: number; max: number; nullable: boolean; anyNullable: boolean; chooses: boolean }

const frame = (min: number, max: number): Frame => ({ min, max, nullable: true, anyNullable: false, chooses: false })
