/** Result of a request for the breaker. `unknown` says nothing about the upstream, e.g. when we gave up first. */
export type Verdict = 'up' | 'down' | 'unknown'

export const BREAKER = {
  windowMs: 30_000,
  /**
   * Opens after this many failures in the window, if they are at least half of its requests: unusual requests of one
   * caller do not open it.
   */
  failures: 5,
  openMs: 30_000,
  longestOpenMs: 300_000,
  /** Most requests remembered. */
  memory: 20,
}

/**
 * Circuit breaker for an upstream. Closed: requests pass. Open: none for 30 s. Then it probes one request at a time: a
 * success closes it, a failure opens it for twice as long, up to 5 minutes.
 */
export class Breaker {
  readonly #now: () => number
  #results: { at: number; isDown: boolean }[] = []
  #openUntil = 0
  #openMs = BREAKER.openMs
  #state: 'closed' | 'open' | 'probing' = 'closed'

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get isOpen(): boolean {
    return this.#state !== 'closed'
  }

  /** Milliseconds until a request may be tried. 0 admits the request, whose result must then be reported. */
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
