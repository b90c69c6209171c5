import { RE2JS } from 're2js'

import type { PatternMatcher } from '#shared/engines/guard/state-pattern.ts'
import { TooMuch } from './find-paths.ts'
import { BadOperand } from './operators.ts'

/** Program size times text length of all matches together: a second or two, with an engine that never backtracks. */
const MOST_STEPS = 20_000_000

/** Patterns (RE2 syntax), each compiled once however many values it meets. Throws BadOperand and TooMuch. */
export function cachedPatterns(): PatternMatcher {
  const compiled = new Map<string, RE2JS>()
  let steps = 0
  return {
    matches(pattern, text) {
      const program = compiled.get(pattern) ?? compile(pattern)
      compiled.set(pattern, program)
      steps += program.programSize() * (text.length + 1)
      if (steps > MOST_STEPS) throw new TooMuch()
      return program.matcher(text).find()
    },
  }
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    // The engine throws only for what the caller wrote: a syntax RE2 does not have.
    throw new BadOperand(
      `${error instanceof Error ? error.message : 'no pattern'} (RE2 syntax: no look-around, no back-references)`,
    )
  }
}
