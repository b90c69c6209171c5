/** How one request to an upstream ended for the breaker: `unknown` says nothing about the upstream (we gave up first). */
export type Verdict = 'up' | 'down' | 'unknown'

export const BREAKER = {
  windowMs: 30_000,
  /** So many failures in the window, and at least half of what is in it: one caller's odd questions close nothing. */
  failures: 5,
  openMs: 30_000,
  longestOpenMs: 300_000,
  /** Requests looked back upon at most. */
  memory: 20,
}

/**
 * Leaves an upstream alone that keeps failing. Closed: requests pass. Open: none, for 30 s. Then one request at a time
 * probes: an answer closes it, a failure opens it again for twice as long, up to 5 minutes.
 */
export class Breaker {
  readonly #now: () => number
  #results: { at: number; isDown: boolean }[] = []
  #openUntil = 0
  #openMs = BREAKER.openMs
  #state: 'closed' | 'open' | 'probing' = 'closed'

  /** `now` counts milliseconds and never jumps. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get isOpen(): boolean {
    return this.#state !== 'closed'
  }

  /** Milliseconds until a request may be tried; 0 lets this one pass, and it must be reported. */
  enter(): number {
    if (this.#state === 'closed') return 0
    const left = this.#openUntil - this.#now()
    if (left > 0) return left
    if (this.#state === 'probing') return 1_000
    this.#state = 'probing'
    return 0
  }

  report(verdict: Verdict): void {
    if (this.#state === 'probing') this.#probed(verdict)
    else if (this.#state === 'closed' && verdict !== 'unknown') this.#counted(verdict === 'down')
  }

  #probed(verdict: Verdict): void {
    if (verdict === 'up') {
      this.#state = 'closed'
      this.#openMs = BREAKER.openMs
      this.#results = []
      return
    }
    this.#state = 'open'
    if (verdict === 'unknown') return
    this.#openMs = Math.min(this.#openMs * 2, BREAKER.longestOpenMs)
    this.#openUntil = this.#now() + this.#openMs
  }

  #counted(isDown: boolean): void {
    const now = this.#now()
    this.#results = [...this.#results, { at: now, isDown }]
      .filter(({ at }) => at > now - BREAKER.windowMs)
      .slice(-BREAKER.memory)
    const down = this.#results.filter(({ isDown }) => isDown).length
    if (!isDown || down < BREAKER.failures || down * 2 < this.#results.length) return
    this.#state = 'open'
    this.#openUntil = now + this.#openMs
  }
}
