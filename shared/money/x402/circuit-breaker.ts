const FAILURES = 5
const OPEN_MS = 3_000

/** Opens after five failures in a row. After three seconds it lets one attempt through; success closes it. */
export class CircuitBreaker {
  readonly #now: () => number
  #failures = 0
  #openUntil = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether requests must be skipped. When it is half-open, reading this uses up the one attempt. */
  get isOpen(): boolean {
    if (this.#failures < FAILURES) return false
    if (this.#now() < this.#openUntil) return true
    this.#openUntil = this.#now() + OPEN_MS
    return false
  }

  note(worked: boolean): void {
    this.#failures = worked ? 0 : this.#failures + 1
    if (this.#failures >= FAILURES) this.#openUntil = this.#now() + OPEN_MS
  }
}
