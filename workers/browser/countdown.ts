/** The time one picture may take, counted down. Shares of it are kept back for what comes later. */
export class Countdown {
  readonly #totalMs: number
  readonly #until: number

  constructor(totalMs: number) {
    this.#totalMs = totalMs
    this.#until = performance.now() + totalMs
  }

  /** Milliseconds left when a share of the whole is kept back; at least 1, because 0 means "for ever" to Playwright. */
  left(keptBack = 0): number {
    return Math.max(1, Math.round(this.#until - performance.now() - keptBack * this.#totalMs))
  }
}

/** Kept back while the page loads: taking the picture, and within it a second way of doing so. */
export const FOR_CAPTURE = 0.32
export const FOR_SECOND_WAY = 0.11
