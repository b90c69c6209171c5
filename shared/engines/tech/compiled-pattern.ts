import { RE2JS } from 're2js'

import type { Pattern } from './technology.ts'

/** A compiled pattern. `literal` is a text that occurs in everything it matches; empty for none. */
export type CompiledPattern = { source: string; confidence: number; literal: string; regex: () => RE2JS }

export type PatternHit = { match: string; version: string | null }

const compiled = new Map<Pattern, CompiledPattern>()

/** Compiles a pattern on first use. RE2 is linear in the text, whatever the pattern. */
export function compilePattern(pattern: Pattern): CompiledPattern {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const [, source = '', percent] = /^([^]*?)(?:@(\d{1,3}))?$/.exec(pattern) ?? []
  let regex: RE2JS | undefined
  const made: CompiledPattern = {
    source,
    confidence: Number(percent ?? 100),
    literal: literalIn(source),
    regex: () => (regex ??= RE2JS.compile(source, RE2JS.CASE_INSENSITIVE)),
  }
  compiled.set(pattern, made)
  return made
}

/** Finds a pattern in a short text. An empty pattern matches any text. */
export function findIn({ source, regex }: CompiledPattern, text: string): PatternHit | null {
  if (source === '') return { match: text.slice(0, 120), version: null }
  const matcher = regex().matcher(text)
  if (!matcher.find()) return null
  const groups = Array.from({ length: regex().groupCount() }, (_, index) => matcher.group(index + 1))
  const version = groups.find((group) => group !== null && /^\d/.test(group)) ?? null
  return { match: (matcher.group() ?? '').slice(0, 120), version: version?.replace(/\.+$/, '') ?? null }
}

const AROUND = 600
const MOST_PLACES = 12

/**
 * Finds a pattern in a long text, only near its literal, so that a page costs a word search instead of a run of every
 * pattern. `lower` is the text in lower case.
 */
export function findInLong(pattern: CompiledPattern, text: string, lower: string): PatternHit | null {
  if (pattern.literal === '') return findIn(pattern, text.slice(0, 20_000))
  let from = 0
  for (let place = 0; place < MOST_PLACES; place += 1) {
    const at = lower.indexOf(pattern.literal, from)
    if (at < 0) return null
    const hit = findIn(pattern, text.slice(Math.max(0, at - AROUND), at + AROUND))
    if (hit !== null) return hit
    from = at + AROUND
  }
  return null
}

/**
 * The longest run of plain characters that every match has to hold, in lower case: outside of groups, classes, and what
 * may be left out. A pattern with an alternative at its top has none.
 */
export function literalIn(source: string): string {
  const runs: string[] = []
  let run = ''
  let depth = 0
  const close = () => {
    runs.push(run)
    run = ''
  }
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at)
    const next = source.charAt(at + 1)
    if (char === '\\') {
      at += 1
      // A class or an assertion, unless a sign is escaped.
      if (/[a-z\d]/i.test(next)) close()
      else if (depth === 0) run += next
    } else if (char === '[') {
      const end = source.indexOf(']', at + (next === '^' ? 3 : 2))
      at = end < 0 ? source.length : end
      close()
    } else if (char === '(') {
      depth += 1
      close()
    } else if (char === ')') {
      depth -= 1
      close()
    } else if (char === '|' && depth === 0) {
      return ''
    } else if (/[?*{]/.test(char)) {
      // The character before it is optional, so drop it from the literal.
      run = run.slice(0, -1)
      close()
      if (char === '{') at = Math.max(at, source.indexOf('}', at))
    } else if (/[.^$+]/.test(char)) {
      close()
    } else if (depth === 0) {
      run += char
    }
  }
  close()
  const longest = runs.reduce((best, one) => (one.length > best.length ? one : best), '')
  return longest.length >= 4 ? longest.toLowerCase() : ''
}
