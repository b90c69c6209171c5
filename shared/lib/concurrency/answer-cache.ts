type Kept<Answer> = { answer: Promise<Answer>; keptUntilMs: number }

/**
 * A cache of promises by key with least-recently-used eviction. Concurrent requests for one key share one `make`. A
 * rejected promise is not cached.
 */
export class AnswerCache<Answer> {
  readonly #maxEntries: number
  readonly #maxAgeMs: number
  readonly #kept = new Map<string, Kept<Answer>>()

  constructor(maxEntries: number, { maxAgeMs = Infinity }: { maxAgeMs?: number } = {}) {
    this.#maxEntries = maxEntries
    this.#maxAgeMs = maxAgeMs
  }

  /** Returns the cached answer of this key, or calls `make` when there is none. */
  get(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const nowMs = performance.now()
    const known = this.#kept.get(key)
    const kept = known === undefined || known.keptUntilMs <= nowMs ? this.#make(key, make, nowMs) : known
    // A Map keeps insertion order; inserting again moves the key to the end.
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    if (this.#kept.size > this.#maxEntries) this.#kept.delete(this.#kept.keys().next().value ?? '')
    return kept.answer
  }

  #make(key: string, make: () => Promise<Answer>, nowMs: number): Kept<Answer> {
    const kept = { answer: make(), keptUntilMs: nowMs + this.#maxAgeMs }
    kept.answer.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
    })
    return kept
  }
}
