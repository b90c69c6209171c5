import { RE2JS } from 're2js'

import type { Finder } from './finder.ts'
import type { Flags } from './pattern-token.ts'
import { staleGroups } from './stale-groups.ts'
import type { Re2Source } from './to-re2.ts'

/** Compiles for RE2, which is linear in the text whatever the pattern. Null when it breaks a limit of RE2. */
export function compileRe2(source: Re2Source, flags: Flags): RE2JS | null {
  try {
    return RE2JS.compile(source.text, flags.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch {
    // A repeat over 1,000, a script it has no table for, or a program that grows too large.
    return null
  }
}

export function re2Finder(compiled: RE2JS, { groups, loops }: Re2Source, text: string): Finder {
  const matcher = compiled.matcher(text)
  const span = (group: number): [number, number] => [matcher.start(group), matcher.end(group)]
  return (from) => {
    if (!matcher.find(from)) return null
    const stale = loops.length === 0 ? null : staleGroups(loops, span)
    const spans: number[] = span(0)
    for (const group of groups) spans.push(...(stale?.has(group) === true ? [-1, -1] : span(group)))
    return spans
  }
}
