import { type Duplex, Transform } from 'node:stream'

/** Limits of one proxy, so that a page cannot exceed the budget of its job. */
export type TrafficLimits = {
  /** Open connections to the outside. */
  maxOpen: number
  /** Requested connections in total, including denied ones. */
  maxTotal: number
  /** Body and tunnel bytes in total, both directions. */
  maxBytes: number
  /** Milliseconds without data after which a connection is closed. */
  idleMs: number
}

export type TrafficCounts = {
  allowed: number
  denied: number
  failed: number
  /** Refused because a limit was reached. */
  capped: number
  open: number
  bytes: number
}

/** Counts the traffic of a proxy and ends it at the limits. */
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

  /** Opens a connection to the outside; null at the limits. */
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

  /** Creates a stream that counts its bytes. At the limit it closes all connections. */
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
