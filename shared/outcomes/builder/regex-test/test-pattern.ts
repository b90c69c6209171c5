import { ecmaSource } from './ecma-source.ts'
import { findAll, nothingFound, REPLACED_LIMIT } from './find-all.ts'
import { judgeSyntax, judgeUnicode } from './judge-syntax.ts'
import type { CompileError } from './judge-syntax.ts'
import { listMatches } from './list-matches.ts'
import type { ListedMatch } from './list-matches.ts'
import { mapThrough } from './mapped-source.ts'
import { patternNotes, syntaxHint } from './pattern-notes.ts'
import { readPattern } from './read-pattern.ts'
import { redosVerdict, UNKNOWN_RISK } from './redos-verdict.ts'
import type { RedosVerdict } from './redos-verdict.ts'
import { openSearch } from './search.ts'
import type { EngineName, Search } from './search.ts'
import { stopAfter } from './stop-after.ts'
import { toUnicodeSource } from './to-unicode-source.ts'
import { withinOwnTime } from './within-own-time.ts'

export type PatternTest = {
  pattern: string
  text: string
  /** Any of the letters i, m, s, x. */
  flags: string
  maxMatches: number
  replacement: string | undefined
}

export type PatternAnswer = {
  valid: boolean
  error: (CompileError & { hint: string | null }) | null
  matches: ListedMatch[]
  match_count: number
  matched: boolean
  full_match: boolean
  truncated: boolean
  replaced: string | null
  redos: RedosVerdict
  engine: EngineName
  timed_out: boolean
  notes: string[]
}

/** What compiling and searching may take together, of the thread's own time. */
const SEARCH_MS = 250

/** Judges a pattern and runs it on a text, with ECMAScript's meaning in Unicode mode. Never throws on any input. */
export function testPattern({ pattern, text, flags, maxMatches, replacement }: PatternTest): PatternAnswer {
  const meaning = { ignoreCase: flags.includes('i'), multiline: flags.includes('m'), dotAll: flags.includes('s') }
  const source = ecmaSource(pattern, flags.includes('x'))
  const verdict = judgeSyntax(source.text)
  if (verdict.mode === 'invalid') return invalid(pattern, source.at, verdict.error)

  const tokens = readPattern(source.text)
  const unicode = verdict.mode === 'unicode' ? source : mapThrough(toUnicodeSource(tokens, source.text.length), source)
  const objection = verdict.mode === 'unicode' ? null : judgeUnicode(unicode.text, tokens)
  if (objection !== null) return invalid(pattern, source.at, objection)

  let found = nothingFound()
  const state: { search: Search | null; full: boolean; gaveUp: boolean } = { search: null, full: false, gaveUp: false }
  const finished = withinOwnTime(SEARCH_MS, (clockMs) =>
    stopAfter(clockMs, () => {
      found = nothingFound()
      try {
        state.search = openSearch(tokens, unicode.text, meaning, text)
        findAll(state.search.find, { text, limit: maxMatches, names: tokens.names, replacement }, found)
        state.full = state.search.full()
      } catch (error) {
        if (!isTooLarge(error)) throw error
        state.gaveUp = true
      }
    }),
  )
  const matches = listMatches(text, found.matches, tokens.names)
  const notes = patternNotes(tokens, source.text, verdict.mode)
  if (found.tooLong) notes.push(`The replaced text is longer than ${REPLACED_LIMIT} UTF-16 units and was left out.`)
  if (!finished) notes.push('The search was stopped; what it found until then is listed.')
  if (state.gaveUp) notes.push('The engine gave up: the pattern is too large for it.')
  return {
    valid: true,
    error: null,
    matches,
    match_count: found.matches.length,
    matched: found.matches.length > 0,
    full_match: state.full,
    truncated: found.more || matches.length < found.matches.length,
    replaced: found.replaced,
    redos: redosVerdict(unicode, meaning),
    engine: state.search?.engine ?? 're2',
    timed_out: !finished,
    notes,
  }
}

/** How engines say that a program does not fit their limits: the stack, or the size of the code. */
const isTooLarge = (error: unknown) => error instanceof RangeError || error instanceof SyntaxError

function invalid(pattern: string, at: readonly number[], { message, position }: CompileError): PatternAnswer {
  return {
    valid: false,
    error: { message, position: position === null ? null : (at[position] ?? null), hint: syntaxHint(pattern) },
    matches: [],
    match_count: 0,
    matched: false,
    full_match: false,
    truncated: false,
    replaced: null,
    redos: UNKNOWN_RISK,
    engine: 're2',
    timed_out: false,
    notes: [],
  }
}
