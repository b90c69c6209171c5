const WINDOW_MS = 60_000
const MOST_NAMES = 10_000

/**
 * Counts costly requests that brought in nothing, in this process, by client address or credential fingerprint, for
 * `windowMs` (default one minute). Examples: invalid payments (RPC calls), unknown keys and passes (a body and a
 * database query), inputs that time out (a worker thread).
 */
export class RecentFailures {
  readonly #limit: number
  readonly #windowMs: number
  readonly #byName = new Map<string, { count: number; until: number }>()

  constructor(limit: number, windowMs = WINDOW_MS) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  isSpent(name: string): boolean {
    return this.countOf(name) >= this.#limit
  }

  /** Points of a name in its current window. */
  countOf(name: string): number {
    return this.#open(name)?.count ?? 0
  }

  /** Whole seconds until the window of a name ends; at least 1. */
  resetS(name: string): number {
    const leftMs = (this.#open(name)?.until ?? 0) - performance.now()
    return Math.max(1, Math.ceil(leftMs / 1_000))
  }

  note(name: string, points = 1): void {
    const seen = this.#open(name)
    if (seen !== undefined) {
      seen.count += points
      return
    }
    // Evict the oldest: Map keeps insertion order.
    const [oldest] = this.#byName.keys()
    if (this.#byName.size >= MOST_NAMES && oldest !== undefined) this.#byName.delete(oldest)
    this.#byName.delete(name)
    this.#byName.set(name, { count: points, until: performance.now() + this.#windowMs })
  }

  #open(name: string): { count: number; until: number } | undefined {
    const seen = this.#byName.get(name)
    return seen !== undefined && seen.until > performance.now() ? seen : undefined
  }
}
