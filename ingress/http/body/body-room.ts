import { Refusal } from '#shared/errors.ts'
import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'

import { jitter } from '../jitter.ts'

/** One address may hold at most 1/4 of the room. */
const SHARE_OF_ONE = 4

/** A reservation for one request body. */
export type BodyPlace = {
  /** Reduces the reservation to the bytes that were read. */
  shrink: (bytes: number) => void
  /** Releases the reservation. */
  leave: () => void
}

/** Limits the bytes that one process holds for request bodies, so that slow or many uploads cannot fill its memory. */
export class BodyRoom {
  readonly #room: number
  readonly #held = new KeyedGauge()

  constructor(room: number) {
    this.#room = room
  }

  /**
   * Reserves room before a body is read: its declared size, or the route's limit. Throws 503 `overloaded` when there is
   * none.
   */
  enter(address: string, bytes: number): BodyPlace {
    if (this.#held.all + bytes > this.#room || this.#held.of(address) + bytes > this.#room / SHARE_OF_ONE) {
      throw new Refusal('overloaded', 'This server holds as many request bodies as it can; nothing was charged.', {
        retryAfterS: jitter(1),
        fix: { action: 'Send the request again after Retry-After, fewer at once, or a smaller body.' },
      })
    }
    let give = this.#held.take(address, bytes)
    let isHeld = true
    return {
      shrink: (read) => {
        if (!isHeld) return
        give()
        give = this.#held.take(address, Math.min(read, bytes))
      },
      leave: () => {
        isHeld = false
        give()
      },
    }
  }
}
