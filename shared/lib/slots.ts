/** A counted number of places; who finds none waits for one in turn. */
export class Slots {
  readonly size: number
  #busy = 0
  readonly #queue: (() => void)[] = []

  constructor(size: number) {
    this.size = size
  }

  get busy(): number {
    return this.#busy
  }

  async take(): Promise<void> {
    if (this.#busy < this.size) {
      this.#busy += 1
      return
    }
    // The place is handed over, so `busy` does not change.
    await new Promise<void>((go) => this.#queue.push(go))
  }

  give(): void {
    const next = this.#queue.shift()
    if (next === undefined) this.#busy -= 1
    else next()
  }
}
