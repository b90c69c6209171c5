/** Result of a request for the breaker. `unknown` says nothing about the server, e.g. when we gave up first. */
export type Verdict = 'up' | 'down' | 'unknown'

export type BreakerLimits = {
  /** Opens after this many failures among the remembered results, if they are at least half of them. */
  failures: number
  /** Most results remembered. Equal to `failures`, only failures in a row open it. */
  memory: number
  /** Results older than this are forgotten. */
  windowMs: number
  openMs: number
  /** Each failed probe doubles the time it stays open, up to this. */
  longestOpenMs: number
  /** A probe without a result after this time is given up, and the next one may be tried. */
  probeMs: number
  /** Whether results count while it is open, because some requests are sent regardless. */
  countsWhileOpen: boolean
}

/** Milliseconds after which a request that meets a probe may ask again. */
const ASK_AGAIN_MS = 1_000

/**
 * Circuit breaker. Closed: requests pass. Open: none for `openMs`. Then it probes one request at a time: a success
 * closes it, a failure opens it again.
 */
export class CircuitBreaker {
  readonly #limits: BreakerLimits
  readonly #now: () => number
  #results: { at: number; isDown: boolean }[] = []
  #state: 'closed' | 'open' | 'probing' = 'closed'
  /** End of the open time, or of the probe's time. */
  #until = 0
  #openMs: number

  /** `now` is a monotonic clock in milliseconds. */
  constructor(limits: BreakerLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#openMs = limits.openMs
    this.#now = now
  }

  get isOpen(): boolean {
    return this.#state !== 'closed'
  }

  /** Milliseconds until a request may be tried. 0 admits the request, whose result must then be reported. */
  enter(): number {
    if (this.#state === 'closed') return 0
    const now = this.#now()
    const leftMs = this.#until - now
    if (leftMs > 0) return this.#state === 'probing' ? Math.min(leftMs, ASK_AGAIN_MS) : leftMs
    this.#state = 'probing'
    this.#until = now + this.#limits.probeMs
    return 0
  }

  report(verdict: Verdict): void {
    if (this.#state === 'probing') this.#judge(verdict)
    else if (verdict === 'unknown') return
    else if (this.#state === 'closed') this.#count(verdict === 'down')
    else if (this.#limits.countsWhileOpen) this.#judge(verdict)
  }

  #judge(verdict: Verdict): void {
    if (verdict === 'up') {
      this.#state = 'closed'
      this.#openMs = this.#limits.openMs
      this.#results = []
      return
    }
    const now = this.#now()
    this.#state = 'open'
    if (verdict === 'down') this.#openMs = Math.min(this.#openMs * 2, this.#limits.longestOpenMs)
    this.#until = verdict === 'down' ? now + this.#openMs : now
  }

  #count(isDown: boolean): void {
    const { failures, memory, windowMs } = this.#limits
    const now = this.#now()
    const results = this.#results
    results.push({ at: now, isDown })
    while (results.length > memory || (results[0]?.at ?? now) <= now - windowMs) results.shift()
    if (!isDown) return
    const down = results.reduce((sum, result) => sum + (result.isDown ? 1 : 0), 0)
    if (down < failures || down * 2 < results.length) return
    this.#state = 'open'
    this.#until = now + this.#openMs
  }
}
