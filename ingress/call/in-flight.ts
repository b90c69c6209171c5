import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'

import { spreadSeconds } from '../http/spread-seconds.ts'

/** Counts the calls this process holds open, in all and by credential, and refuses more than its limits. */
export class InFlight {
  readonly #config: Pick<Config, 'MAX_IN_FLIGHT' | 'KEY_MAX_IN_FLIGHT' | 'TRIAL_MAX_IN_FLIGHT'>
  readonly #byCredential = new Map<string, number>()
  #all = 0

  constructor(config: Pick<Config, 'MAX_IN_FLIGHT' | 'KEY_MAX_IN_FLIGHT' | 'TRIAL_MAX_IN_FLIGHT'>) {
    this.#config = config
  }

  get size(): number {
    return this.#all
  }

  /** Takes a place for a call; the answer gives it back. Throws 503 when we are full, 429 when this credential is. */
  enter(credential: string | null, trial: boolean): () => void {
    const { MAX_IN_FLIGHT, KEY_MAX_IN_FLIGHT, TRIAL_MAX_IN_FLIGHT } = this.#config
    if (this.#all >= MAX_IN_FLIGHT) {
      throw new Refusal('overloaded', 'This server holds as many calls as it can; nothing was charged.', {
        retryAfterS: spreadSeconds(1),
        fix: { action: 'Send the call again after Retry-After.' },
      })
    }
    const own = credential === null ? 0 : (this.#byCredential.get(credential) ?? 0)
    const limit = trial ? TRIAL_MAX_IN_FLIGHT : KEY_MAX_IN_FLIGHT
    if (credential !== null && own >= limit) {
      throw new Refusal('too_many_in_flight', `This credential has ${limit} calls open, as many as it may.`, {
        retryAfterS: 1,
        fix: { action: 'Wait for one of them to be answered, then send the call again.' },
      })
    }
    this.#all += 1
    if (credential !== null) this.#byCredential.set(credential, own + 1)
    let inside = true
    return () => {
      if (!inside) return
      inside = false
      this.#all -= 1
      if (credential === null) return
      const left = (this.#byCredential.get(credential) ?? 1) - 1
      if (left === 0) this.#byCredential.delete(credential)
      else this.#byCredential.set(credential, left)
    }
  }
}
