/** The time one picture may take, counted down. */
export class Countdown {
  readonly #until: number

  constructor(ms: number) {
    this.#until = performance.now() + ms
  }

  /** Milliseconds that are left when `reserved` are kept back; at least 1, because 0 means "for ever" to Playwright. */
  left(reserved = 0): number {
    return Math.max(1, Math.round(this.#until - performance.now() - reserved))
  }
}
