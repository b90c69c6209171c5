import { Refusal } from '#shared/errors.ts'
import { Holdings } from '#shared/lib/holdings.ts'

import { DEFAULT_BODY_BYTES } from '../http/json-body.ts'
import { spreadSeconds } from '../http/spread-seconds.ts'

/** The part of all room that one address may take. */
const SHARE_OF_ONE = 4

/**
 * Room for the large bodies of the calls one process holds open, in bytes: who sends them slowly, or many at once, must not
 * fill its memory. Bodies up to the usual limit are not counted.
 */
export class LargeBodies {
  readonly #room: number
  readonly #held = new Holdings()

  constructor(room: number) {
    this.#room = room
  }

  /** Takes room before a body is read; the answer gives it back, once. Throws 503 where there is none. */
  enter(address: string, bytes: number): () => void {
    if (bytes <= DEFAULT_BODY_BYTES) return () => {}
    const own = this.#held.of(address)
    if (this.#held.all + bytes > this.#room || own + bytes > this.#room / SHARE_OF_ONE) {
      throw new Refusal('overloaded', 'This server holds as many large bodies as it can; nothing was charged.', {
        retryAfterS: spreadSeconds(1),
        fix: { action: 'Send the call again after Retry-After, fewer at once, or a smaller body.' },
      })
    }
    return this.#held.take(address, bytes)
  }
}
