/** Time budget of one screenshot. Callers can reserve a share of it for later steps. */
export class Countdown {
  readonly #totalMs: number
  readonly #until: number

  constructor(totalMs: number) {
    this.#totalMs = totalMs
    this.#until = performance.now() + totalMs
  }

  /** Milliseconds left after reserving a share of the total. At least 1, because Playwright treats 0 as unlimited. */
  left(keptBack = 0): number {
    return Math.max(1, Math.round(this.#until - performance.now() - keptBack * this.#totalMs))
  }
}

/** Shares reserved while the page loads: for the capture, and within it for the fallback capture. */
export const FOR_CAPTURE = 0.32
export const FOR_SECOND_WAY = 0.11
