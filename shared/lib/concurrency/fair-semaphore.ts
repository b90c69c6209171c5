/**
 * A semaphore that is fair by name. Waiting names get a place in turn, so a name with many requests delays each other
 * name by one place per round.
 */
export class FairSemaphore {
  readonly #size: number
  #busy = 0
  /** The waiting requests by name; the name whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(size: number) {
    this.#size = size
  }

  /** Returns how many requests of this name are waiting. */
  waitingOf(name: string): number {
    return this.#waiting.get(name)?.length ?? 0
  }

  async acquire(name: string): Promise<void> {
    if (this.#busy < this.#size) {
      this.#busy += 1
      return
    }
    // `release` hands the place over, so `#busy` does not change.
    await new Promise<void>((go) => {
      const waiting = this.#waiting.get(name)
      if (waiting === undefined) this.#waiting.set(name, [go])
      else waiting.push(go)
    })
  }

  release(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#busy -= 1
      return
    }
    const [name, [go, ...others]] = next
    this.#waiting.delete(name)
    if (others.length > 0) this.#waiting.set(name, others)
    go?.()
  }
}
