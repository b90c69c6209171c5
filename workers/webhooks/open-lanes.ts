/** An attempt that takes longer counts as slow, in ms: its receiver may hang. */
const SLOW_MS = 1_000
/** Attempts under way: those that are not slow, and all together. */
const MOST_QUICK = 256
const MOST_OPEN = 1_000

/**
 * What one process has under way, by lane. Slow attempts take no places from others: a receiver that hangs keeps one
 * attempt open at a time, and those that are quick always find room.
 */
export class OpenLanes {
  readonly #open = new Map<string, Set<number>>()
  readonly #failed = new Set<string>()
  #size = 0

  /** Attempts under way. */
  get size(): number {
    return this.#size
  }

  /** Attempts under way that are not slow. */
  get quick(): number {
    let quick = 0
    const since = performance.now() - SLOW_MS
    for (const begun of this.#open.values()) for (const at of begun) if (at > since) quick += 1
    return quick
  }

  /** How many more may begin now. */
  get room(): number {
    return Math.max(0, Math.min(MOST_QUICK - this.quick, MOST_OPEN - this.#size))
  }

  /** Attempts under way by lane, and the lanes that get one at a time: their last attempt failed, or one is slow. */
  state(): { open: ReadonlyMap<string, number>; slow: ReadonlySet<string> } {
    const since = performance.now() - SLOW_MS
    const slow = new Set(this.#failed)
    const open = new Map<string, number>()
    for (const [lane, begun] of this.#open) {
      open.set(lane, begun.size)
      for (const at of begun) if (at <= since) slow.add(lane)
    }
    return { open, slow }
  }

  /** Begins an attempt. The answer ends it and says whether the receiver took the delivery. */
  enter(lane: string): (isTaken: boolean) => void {
    let at = performance.now()
    const begun = this.#open.get(lane) ?? new Set<number>()
    // Two attempts that begin in the same microsecond are two.
    while (begun.has(at)) at += 1e-4
    begun.add(at)
    this.#open.set(lane, begun)
    this.#size += 1
    return (isTaken) => {
      begun.delete(at)
      if (begun.size === 0) this.#open.delete(lane)
      this.#size -= 1
      if (isTaken) this.#failed.delete(lane)
      else this.#failed.add(lane)
      if (this.#failed.size > 10_000) this.#failed.clear()
    }
  }
}
