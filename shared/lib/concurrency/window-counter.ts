type Options = {
  windowMs?: number
  /** Names that are counted at once; the oldest is forgotten first. It bounds the memory. */
  mostNames?: number
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/** Counts points by name in this process, in fixed windows (default one minute) that open with their first point. */
export class WindowCounter {
  readonly #windowMs: number
  readonly #mostNames: number
  readonly #now: () => number
  readonly #byName = new Map<string, { count: number; until: number }>()

  constructor({ windowMs = 60_000, mostNames = 10_000, now = () => performance.now() }: Options = {}) {
    this.#windowMs = windowMs
    this.#mostNames = mostNames
    this.#now = now
  }

  /** Points of a name in its current window. */
  countOf(name: string): number {
    return this.#open(name)?.count ?? 0
  }

  /** Whole seconds until the window of a name ends; at least 1. */
  resetS(name: string): number {
    const leftMs = (this.#open(name)?.until ?? 0) - this.#now()
    return Math.max(1, Math.ceil(leftMs / 1_000))
  }

  /** Adds points, and returns those of the name's current window. */
  add(name: string, points = 1): number {
    const seen = this.#open(name)
    if (seen !== undefined) {
      seen.count += points
      return seen.count
    }
    // Map keeps insertion order.
    const [oldest] = this.#byName.keys()
    if (this.#byName.size >= this.#mostNames && oldest !== undefined) this.#byName.delete(oldest)
    this.#byName.delete(name)
    this.#byName.set(name, { count: points, until: this.#now() + this.#windowMs })
    return points
  }

  #open(name: string): { count: number; until: number } | undefined {
    const seen = this.#byName.get(name)
    return seen !== undefined && seen.until > this.#now() ? seen : undefined
  }
}
