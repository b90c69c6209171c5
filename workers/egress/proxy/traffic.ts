import { type Duplex, Transform } from 'node:stream'

/** What one proxy may carry. A page asks for what it likes; the job that opened it has a budget. */
export type TrafficLimits = {
  /** Connections to the outside at once. */
  maxOpen: number
  /** Connections asked for in all, denied ones too. */
  maxTotal: number
  /** Body and tunnel bytes of both directions in all. */
  maxBytes: number
  /** A connection on which nothing moves this long is closed. */
  idleMs: number
}

export type TrafficCounts = {
  allowed: number
  denied: number
  failed: number
  /** Turned away because a limit was reached. */
  capped: number
  open: number
  bytes: number
}

/** Counts what goes through a proxy and ends it when its budget is spent. */
export class Traffic {
  readonly #limits: TrafficLimits
  readonly #sockets = new Set<Duplex>()
  readonly #counts = { allowed: 0, denied: 0, failed: 0, capped: 0, bytes: 0 }
  #asked = 0
  #opening = 0

  constructor(limits: TrafficLimits) {
    this.#limits = limits
  }

  get counts(): TrafficCounts {
    return { ...this.#counts, open: this.#sockets.size }
  }

  /** Opens one more connection to the outside within the limits; null when they are reached. */
  async open<Socket extends Duplex>(make: () => Promise<Socket>): Promise<Socket | null> {
    const { maxOpen, maxTotal, maxBytes } = this.#limits
    if (this.#sockets.size + this.#opening >= maxOpen || this.#asked >= maxTotal || this.#counts.bytes >= maxBytes) {
      this.#counts.capped++
      return null
    }
    this.#asked++
    this.#opening++
    try {
      const socket = await make()
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      return socket
    } finally {
      this.#opening--
    }
  }

  count(what: 'allowed' | 'denied' | 'failed'): void {
    this.#counts[what]++
  }

  /** A stream that counts what passes; past the budget everything that is open ends. */
  meter(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#counts.bytes += chunk.length
        if (this.#counts.bytes <= this.#limits.maxBytes) {
          done(null, chunk)
          return
        }
        this.end()
        done(new Error('the byte limit of this proxy is reached'))
      },
    })
  }

  get idleMs(): number {
    return this.#limits.idleMs
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}
