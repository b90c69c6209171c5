const WINDOW_MS = 60_000
const MOST_NAMES = 10_000

/**
 * Counts, in this process and for a minute unless said otherwise, what cost us something and brought in nothing, by whom it came from: a client
 * address or the fingerprint of a credential. Payments that turn out invalid are RPC calls, keys and passes that do not
 * exist a body read and a look at the database, inputs that run into their time limit a worker thread.
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

  /** What was counted against a name in its minute. */
  countOf(name: string): number {
    return this.#open(name)?.count ?? 0
  }

  /** Whole seconds until a name's minute ends; one at least. */
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
    // The oldest goes first: Map keeps the order of insertion.
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
