import type { Loop } from './to-re2.ts'

/**
 * The RE2 groups whose value ECMAScript would have forgotten: those set outside the last turn of their loop, and those of
 * a loop that could have been left out and consumed nothing. What a group held before an empty last turn is not known
 * here; it keeps RE2's value, the empty one.
 */
export function staleGroups(loops: readonly Loop[], span: (group: number) => [number, number]): Set<number> {
  const stale = new Set<number>()
  for (const { turn, whole, inside } of loops) {
    const isEmpty = whole !== null && span(whole)[0] === span(whole)[1]
    if (isEmpty || stale.has(turn)) {
      for (const group of [turn, ...inside]) stale.add(group)
      continue
    }
    const [start, end] = span(turn)
    for (const group of inside) {
      const [from, to] = span(group)
      if (from < start || to > end) stale.add(group)
    }
  }
  return stale
}
