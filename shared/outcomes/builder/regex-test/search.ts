import { compileRe2, re2Finder } from './re2-finder.ts'
import type { Finder } from './finder.ts'
import { exactOn } from './exact-on.ts'
import type { Flags, Pattern } from './pattern-token.ts'
import { toRe2 } from './to-re2.ts'
import { v8Finder } from './v8-finder.ts'

export type EngineName = 're2' | 'v8-isolated'

/** A pattern bound to a text: where it matches, and whether it matches the text as a whole. */
export type Search = { engine: EngineName; find: Finder; full: () => boolean }

/** RE2 wherever it finds what ECMAScript would; else V8, whose run time only `stopAfter` bounds. */
export function openSearch(pattern: Pattern, unicodeSource: string, flags: Flags, text: string): Search {
  const source = exactOn(text, pattern, flags) ? toRe2(pattern, flags) : null
  const compiled = source === null ? null : compileRe2(source, flags)
  if (source !== null && compiled !== null) {
    return { engine: 're2', find: re2Finder(compiled, source, text), full: () => compiled.testExact(text) }
  }
  const whole = `(?<![^])(?:${unicodeSource})(?![^])`
  return {
    engine: 'v8-isolated',
    find: v8Finder(unicodeSource, flags, text),
    full: () => v8Finder(whole, flags, text)(0) !== null,
  }
}
