const MOST = 10_000

/** Remembers, by fingerprint, the keys and passes that paid for a call in this process. Forgets all of them when full. */
export class KnownPayers {
  readonly #fingerprints = new Set<string>()

  has(fingerprint: string): boolean {
    return this.#fingerprints.has(fingerprint)
  }

  add(fingerprint: string): void {
    if (this.#fingerprints.size >= MOST) this.#fingerprints.clear()
    this.#fingerprints.add(fingerprint)
  }
}
