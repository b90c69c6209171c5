import { WindowCounter } from './window-counter.ts'

/** More kinds than the product has. It bounds the memory if a caller can create new kinds. */
const MAX_KINDS = 1_000

/**
 * Rate limiter: lets at most `most` events of one kind through in ten seconds. Returns null for an event that is held
 * back, else how many events of its kind were held back since the last one that passed.
 */
export function repeatLimit(now?: () => number): (kind: string, most: number) => number | null {
  const passed = new WindowCounter({ windowMs: 10_000, mostNames: MAX_KINDS, ...(now === undefined ? {} : { now }) })
  const heldBack = new Map<string, number>()
  return (kind, most) => {
    const held = heldBack.get(kind) ?? 0
    if (passed.countOf(kind) >= most) {
      if (heldBack.size >= MAX_KINDS) heldBack.clear()
      heldBack.set(kind, held + 1)
      return null
    }
    passed.add(kind)
    heldBack.delete(kind)
    return held
  }
}
