/** How much is held, in all and by name. Whatever is taken is given back once, however often that is asked for. */
export class KeyedGauge {
  readonly #byName = new Map<string, number>()
  #all = 0

  get all(): number {
    return this.#all
  }

  of(name: string): number {
    return this.#byName.get(name) ?? 0
  }

  /** Takes `amount` for a name, or for nobody in particular; the answer gives it back. */
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
