/** Counts amounts that are held, in total and by name. */
export class KeyedGauge {
  readonly #byName = new Map<string, number>()
  #all = 0

  get all(): number {
    return this.#all
  }

  of(name: string): number {
    return this.#byName.get(name) ?? 0
  }

  /**
   * Adds `amount` for a name, or only to the total when `name` is null. Returns a function that gives it back; calling
   * that again does nothing.
   */
  take(name: string | null, amount: number): () => void {
    this.#add(name, amount)
    let isHeld = true
    return () => {
      if (isHeld) this.#add(name, -amount)
      isHeld = false
    }
  }

  #add(name: string | null, amount: number): void {
    this.#all += amount
    if (name === null) return
    const own = this.of(name) + amount
    if (own === 0) this.#byName.delete(name)
    else this.#byName.set(name, own)
  }
}
