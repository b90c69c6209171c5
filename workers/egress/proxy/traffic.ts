import type { Duplex } from 'node:stream'

/** What one proxy may carry. A page asks for what it likes; the job that opened it has a budget. */
export type TrafficLimits = {
  /** Connections to the outside open at once. */
  maxOpen: number
  /** Connections and requests in all. */
  maxTotal: number
  /** Bytes in both directions, in all. */
  maxBytes: number
  /** A connection on which nothing moves is closed. */
  idleMs: number
}

export type TrafficCounts = {
  allowed: number
  denied: number
  failed: number
  capped: number
  open: number
  bytes: number
}

/** Counts what goes through a proxy and ends it when its budget is spent. */
export class Traffic {
  readonly #limits: TrafficLimits
  readonly #sockets = new Set<Duplex>()
  readonly #counts = { allowed: 0, denied: 0, failed: 0, capped: 0, bytes: 0 }

  constructor(limits: TrafficLimits) {
    this.#limits = limits
  }

  get counts(): TrafficCounts {
    return { ...this.#counts, open: this.#sockets.size }
  }

  /** Whether one more may be opened; counts it as capped when not. */
  hasRoom(): boolean {
    const { maxOpen, maxTotal, maxBytes } = this.#limits
    const { allowed, bytes } = this.#counts
    if (this.#sockets.size < maxOpen && allowed < maxTotal && bytes < maxBytes) return true
    this.#counts.capped++
    return false
  }

  count(what: 'allowed' | 'denied' | 'failed'): void {
    this.#counts[what]++
  }

  /** Watches a socket to the outside until it closes. Bytes are counted where they arrive, so both ends are watched. */
  watch(outside: Duplex & { setTimeout?: (ms: number, done: () => void) => unknown }): void {
    this.#sockets.add(outside)
    outside.once('close', () => this.#sockets.delete(outside))
    outside.setTimeout?.(this.#limits.idleMs, () => outside.destroy())
  }

  /** Counts bytes; past the budget everything that is open ends. */
  carried(bytes: number): void {
    this.#counts.bytes += bytes
    if (this.#counts.bytes > this.#limits.maxBytes) this.end()
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}
