import { createContext, Script } from 'node:vm'

import { RE2JS } from 're2js'

import { Refusal } from '#shared/errors.ts'

import { ecmaToRe2 } from './ecma-to-re2.ts'

/** How a pattern runs: in linear time, on the backtracking engine under a time limit, or not at all. */
type PatternKind = { kind: 'linear' } | { kind: 'backtracking' } | { kind: 'invalid'; reason: string }

type Sandbox = { pattern: RegExp; text: string }

type Entry = PatternKind & { test: (text: string) => boolean }

/** All backtracking of one call together, in milliseconds of the wall clock. */
const BACKTRACKING_MS = 1_000
/** Too short a text for any pattern to run away on. */
const SHORT_TEXT = 8

/** The compiled patterns of one call. Untrusted patterns run on untrusted texts, so none may run without limit. */
export class PatternBook {
  readonly #entries = new Map<string, Entry>()
  #sandbox: Sandbox | null = null
  #spentMs = 0

  kindOf(source: string): PatternKind {
    return this.#entryOf(source)
  }

  /** Whether the pattern matches somewhere in the text. */
  matches(source: string, text: string): boolean {
    return this.#entryOf(source).test(text)
  }

  #entryOf(source: string): Entry {
    const known = this.#entries.get(source)
    if (known !== undefined) return known
    const entry = this.#compile(source)
    this.#entries.set(source, entry)
    return entry
  }

  #compile(source: string): Entry {
    const pattern = nativePattern(source)
    if (typeof pattern === 'string') return { kind: 'invalid', reason: pattern, test: () => false }
    const linear = linearPattern(source)
    if (linear !== null) return { kind: 'linear', test: (text) => linear.test(text) }
    return {
      kind: 'backtracking',
      test: (text) => (text.length <= SHORT_TEXT ? pattern.test(text) : this.#testInTime(pattern, text)),
    }
  }

  #testInTime(pattern: RegExp, text: string): boolean {
    const left = Math.ceil(BACKTRACKING_MS - this.#spentMs)
    const startedAt = performance.now()
    const sandbox = (this.#sandbox ??= newSandbox())
    sandbox.pattern = pattern
    sandbox.text = text
    try {
      if (left <= 0) throw new Error('no time left')
      return TEST.runInContext(sandbox, { timeout: left }) === true
    } catch (cause) {
      throw new Refusal(
        'unprocessable',
        `The pattern ${JSON.stringify(pattern.source.slice(0, 120))} backtracks too long on this data. Rewrite it without nested repetition, look-around or back-references.`,
        { extra: { reason: 'pattern_too_slow', pattern: pattern.source.slice(0, 500) } },
        { cause },
      )
    } finally {
      this.#spentMs += performance.now() - startedAt
    }
  }
}

// V8 stops a script that runs too long, a regular expression inside it too.
const TEST = new Script('pattern.test(text)')

function newSandbox(): Sandbox {
  const sandbox = { pattern: /(?:)/, text: '' }
  createContext(sandbox)
  return sandbox
}

/**
 * Compiles the pattern in Unicode mode, as JSON Schema requires, or in the older mode if only that compiles; else
 * returns V8's reason.
 */
function nativePattern(source: string): RegExp | string {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags)
    } catch (error) {
      if (flags === '')
        return String(error instanceof Error ? error.message : error).replace(/^Invalid regular expression: /, '')
    }
  }
  return 'it does not compile'
}

function linearPattern(source: string): RE2JS | null {
  const translated = ecmaToRe2(source)
  if (translated === null) return null
  try {
    return RE2JS.compile(translated)
  } catch {
    // RE2 refuses what would need too much memory.
    return null
  }
}
