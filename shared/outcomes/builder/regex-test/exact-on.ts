import type { Flags, Pattern } from './pattern-token.ts'

/**
 * Whether RE2 also finds the same places in this very text: its line anchors know `\n` only, its `\b` ASCII only, and
 * lone surrogates are no characters to it.
 */
export function exactOn(text: string, pattern: Pattern, flags: Flags): boolean {
  if (!text.isWellFormed()) return false
  const asserts = (what: string) =>
    pattern.tokens.some((token) => token.kind === 'assertion' && what.includes(token.what))
  if (flags.multiline && /[\r\u2028\u2029]/.test(text) && asserts('^$')) return false
  return !(flags.ignoreCase && /[\u017f\u212a]/.test(text) && asserts('bB'))
}
