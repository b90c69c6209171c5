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
    const seen = this.#byName.get(name)
    return seen !== undefined && seen.until > performance.now() && seen.count >= this.#limit
  }

  note(name: string): void {
    const now = performance.now()
    const seen = this.#byName.get(name)
    if (seen !== undefined && seen.until > now) {
      seen.count += 1
      return
    }
    // The oldest goes first: Map keeps the order of insertion.
    const [oldest] = this.#byName.keys()
    if (this.#byName.size >= MOST_NAMES && oldest !== undefined) this.#byName.delete(oldest)
    this.#byName.delete(name)
    this.#byName.set(name, { count: 1, until: now + this.#windowMs })
  }
}
