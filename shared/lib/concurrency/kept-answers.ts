type Kept<Answer> = { answer: Promise<Answer>; keptUntilMs: number }

/**
 * Answers by key, made once for all who ask, also at the same time. Of `maxEntries` the one that was asked for least
 * recently goes first. An answer that fails is not kept.
 */
export class KeptAnswers<Answer> {
  readonly #maxEntries: number
  readonly #maxAgeMs: number
  readonly #kept = new Map<string, Kept<Answer>>()

  constructor(maxEntries: number, { maxAgeMs = Infinity }: { maxAgeMs?: number } = {}) {
    this.#maxEntries = maxEntries
    this.#maxAgeMs = maxAgeMs
  }

  /** The answer of this key; `make` is asked when none is kept. */
  get(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const nowMs = performance.now()
    const known = this.#kept.get(key)
    const kept = known === undefined || known.keptUntilMs <= nowMs ? this.#make(key, make, nowMs) : known
    // A map keeps its order: what is put in last goes last.
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
