/**
 * A counted number of places. Who finds none waits for one; the names that wait are served in turn, so that one who waits
 * for many holds up the next by one place and no more.
 */
export class FairSemaphore {
  readonly #size: number
  #busy = 0
  /** Who waits, by name; the name whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(size: number) {
    this.#size = size
  }

  /** How many places this name waits for. */
  waitingOf(name: string): number {
    return this.#waiting.get(name)?.length ?? 0
  }

  async acquire(name: string): Promise<void> {
    if (this.#busy < this.#size) {
      this.#busy += 1
      return
    }
    // The place is handed over, so `busy` does not change.
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
