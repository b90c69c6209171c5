import { UNSEEN } from '#shared/lib/seen-text.ts'

/**
 * A text without the characters that nobody sees, and where in the text one of its indices stood; null when it has none.
 * A token with such a character inside is the same token to whoever picks it up.
 */
export function seenPart(text: string): { text: string; place: (index: number) => number } | null {
  const parts: string[] = []
  const jumps: { at: number; skipped: number }[] = []
  let from = 0
  let length = 0
  for (const { 0: unseen, index } of text.matchAll(UNSEEN)) {
    parts.push(text.slice(from, index))
    length += index - from
    from = index + unseen.length
    jumps.push({ at: length, skipped: from - length })
  }
  if (jumps.length === 0) return null
  parts.push(text.slice(from))
  return { text: parts.join(''), place: (index) => index + (lastJump(jumps, index)?.skipped ?? 0) }
}

/** The last jump at or before an index, by halving. */
function lastJump(jumps: readonly { at: number; skipped: number }[], index: number) {
  let low = 0
  let high = jumps.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((jumps[middle]?.at ?? 0) <= index) low = middle + 1
    else high = middle
  }
  return jumps[low - 1]
}
