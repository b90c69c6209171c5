import { finders } from './atom.rules.ts'
import type { Fact } from './fact.ts'

const MAX_EACH = 5_000

/** Values a text holds: addresses, amounts, dates, numbers, paths, commands, names. In order, without overlaps. */
export function atomsIn(text: string): Fact[] {
  const found: Fact[] = []
  const taken = new Uint8Array(text.length)
  for (const { category, pattern, key } of finders) {
    let count = 0
    for (const hit of text.matchAll(pattern)) {
      if (count >= MAX_EACH) break
      const start = hit.index + (/^\s*/.exec(hit[0])?.[0].length ?? 0)
      const end = hit.index + hit[0].length
      // Quotes may hold other facts; nothing else may.
      if (category !== 'quote' && taken.subarray(start, end).includes(1)) continue
      const value = category === 'name' && isSentenceStart(text, start, hit[0]) ? null : key(hit)
      if (value === null || value === '') continue
      count += 1
      if (category !== 'quote') taken.fill(1, start, end)
      found.push({ category, key: value, said: text.slice(start, end).trim(), start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/**
 * A capital at the start of a sentence does not mark a name, unless more capitals follow or the word is all capitals.
 */
function isSentenceStart(text: string, start: number, name: string): boolean {
  const before = text.slice(Math.max(0, start - 12), start)
  return (
    /(?:^|[.!?:]\s{0,3}|\n\s{0,8}(?:[-*•]|\d{1,2}[.)])?\s{0,3}|["“(]\s?)$/.test(before) &&
    !/ \p{Lu}|\p{Lu}{2}/u.test(name)
  )
}
