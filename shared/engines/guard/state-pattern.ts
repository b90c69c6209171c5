import { RE2JS } from 're2js'

import { invalidFields } from '#shared/errors.ts'

export type PatternMatcher = {
  /** Whether the pattern (RE2 syntax) is found in the text; `path` is where it stands in the body, for refusals. */
  matches: (pattern: string, text: string, path: string[]) => boolean
}

/** Program size times text length: about half a second at worst, with an engine that never backtracks. */
const mostSteps = 5_000_000
const mostPatterns = 50

/**
 * Makes a matcher for the patterns of one call. It refuses invalid patterns, and patterns that together would take too
 * long.
 */
export function patternMatcher(): PatternMatcher {
  let steps = 0
  let patterns = 0
  return {
    matches(pattern, text, path) {
      const compiled = compile(pattern, path)
      steps += compiled.programSize() * text.length
      patterns += 1
      if (steps > mostSteps || patterns > mostPatterns) {
        throw invalidFields({
          path,
          msg: 'Value error, the patterns are too much work together; shorten patterns or texts',
        })
      }
      return compiled.matcher(text).find()
    },
  }
}

function compile(pattern: string, path: string[]): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    // The engine throws only for what the caller wrote: a syntax RE2 does not have.
    const why = error instanceof Error ? error.message : 'not a pattern'
    throw invalidFields({
      path,
      msg: `Value error, ${why} (RE2 syntax: no look-around, no back-references)`,
      input: pattern.slice(0, 80),
    })
  }
}
