const WINDOW_MS = 60_000
const MOST_ADDRESSES = 10_000

/**
 * Counts, by client address and in this process, what turned out invalid after it had cost us something: payments, each of
 * them RPC calls, and keys and passes that do not exist, each of them a body read and a look at the database.
 */
export class FailuresByAddress {
  readonly #limit: number
  readonly #byAddress = new Map<string, { count: number; until: number }>()

  constructor(limit: number) {
    this.#limit = limit
  }

  isSpent(address: string): boolean {
    const seen = this.#byAddress.get(address)
    return seen !== undefined && seen.until > performance.now() && seen.count >= this.#limit
  }

  note(address: string): void {
    const now = performance.now()
    const seen = this.#byAddress.get(address)
    if (seen !== undefined && seen.until > now) {
      seen.count += 1
      return
    }
    // The oldest goes first: Map keeps the order of insertion.
    const [oldest] = this.#byAddress.keys()
    if (this.#byAddress.size >= MOST_ADDRESSES && oldest !== undefined) this.#byAddress.delete(oldest)
    this.#byAddress.delete(address)
    this.#byAddress.set(address, { count: 1, until: now + WINDOW_MS })
  }
}
