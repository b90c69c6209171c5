const WINDOW_MS = 10_000
/** More kinds than the product has. It bounds the memory if a caller can create new kinds. */
const MAX_KINDS = 1_000

/**
 * Rate limiter: lets at most `most` events of one kind through in ten seconds. Returns null for an event that is held
 * back, else how many events of its kind were held back since the last one that passed.
 */
export function repeatLimit(
  now: () => number = () => performance.now(),
): (kind: string, most: number) => number | null {
  const kinds = new Map<string, { since: number; passed: number; held: number }>()
  return (kind, most) => {
    const at = now()
    let seen = kinds.get(kind)
    if (seen === undefined) {
      if (kinds.size >= MAX_KINDS) kinds.clear()
      seen = { since: at, passed: 0, held: 0 }
      kinds.set(kind, seen)
    }
    if (at - seen.since >= WINDOW_MS) {
      seen.since = at
      seen.passed = 0
    }
    if (seen.passed >= most) {
      seen.held += 1
      return null
    }
    seen.passed += 1
    const { held } = seen
    seen.held = 0
    return held
  }
}
