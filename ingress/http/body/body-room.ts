import { Refusal } from '#shared/errors.ts'
import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'

import { jitter } from '../jitter.ts'

/** The part of all room that one address may take. */
const SHARE_OF_ONE = 4

/** Room that a request holds for its body. */
export type BodyPlace = {
  /** Gives back what the body, now that it was read, does not take. */
  shrink: (bytes: number) => void
  /** Gives all of it back, once. */
  leave: () => void
}

/**
 * Room for the bodies that one process holds, in bytes: who sends them slowly, or many at once, must not fill its memory.
 */
export class BodyRoom {
  readonly #room: number
  readonly #held = new KeyedGauge()

  constructor(room: number) {
    this.#room = room
  }

  /** Takes room for a body before it is read: as much as it says it has, or as it may have. Throws 503 where there is none. */
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
