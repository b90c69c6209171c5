import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import { Holdings } from '#shared/lib/holdings.ts'

import { spreadSeconds } from '../http/spread-seconds.ts'

/** Counts the calls this process holds open, in all and by credential, and refuses more than its limits. */
export class InFlight {
  readonly #config: Pick<Config, 'MAX_IN_FLIGHT' | 'KEY_MAX_IN_FLIGHT' | 'TRIAL_MAX_IN_FLIGHT'>
  readonly #open = new Holdings()

  constructor(config: Pick<Config, 'MAX_IN_FLIGHT' | 'KEY_MAX_IN_FLIGHT' | 'TRIAL_MAX_IN_FLIGHT'>) {
    this.#config = config
  }

  get size(): number {
    return this.#open.all
  }

  /** Takes a place for a call; the answer gives it back. Throws 503 when we are full, 429 when this credential is. */
  enter(credential: string | null, trial: boolean): () => void {
    const { MAX_IN_FLIGHT, KEY_MAX_IN_FLIGHT, TRIAL_MAX_IN_FLIGHT } = this.#config
    if (this.#open.all >= MAX_IN_FLIGHT) {
      throw new Refusal('overloaded', 'This server holds as many calls as it can; nothing was charged.', {
        retryAfterS: spreadSeconds(1),
        fix: { action: 'Send the call again after Retry-After.' },
      })
    }
    const limit = trial ? TRIAL_MAX_IN_FLIGHT : KEY_MAX_IN_FLIGHT
    if (credential !== null && this.#open.of(credential) >= limit) {
      throw new Refusal('too_many_in_flight', `This credential has ${limit} calls open, as many as it may.`, {
        retryAfterS: 1,
        fix: { action: 'Wait for one of them to be answered, then send the call again.' },
      })
    }
    return this.#open.take(credential, 1)
  }
}
