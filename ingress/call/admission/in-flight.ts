import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'

import { jitter } from '#ingress/http/jitter.ts'

/** Of all places, what requests may hold whose payment nobody has verified: a quarter, and one address an eighth. */
const UNVERIFIED_PART = 4
const ADDRESS_PART = 8

/** A place for a request that pays by x402. It is taken once and given back once, however often that is asked for. */
export type PaymentPlace = {
  /** Takes the place. Throws 503 when there is none for an unverified payment, 429 when its address has its share. */
  enter: () => void
  /**
   * The payment is good: its place counts by its wallet from now on. Throws 429 for a replay of a wallet that has as many
   * open as one credential may; a new call is only counted, because its payment is bound already.
   */
  verified: (wallet: string, isReplay: boolean) => void
  leave: () => void
}

type Limits = Pick<Config, 'MAX_IN_FLIGHT' | 'KEY_MAX_IN_FLIGHT' | 'TRIAL_MAX_IN_FLIGHT'>

/** Counts the requests this process holds open, in all and by who pays, and refuses more than its limits. */
export class InFlight {
  readonly #limits: Limits
  readonly #open = new KeyedGauge()
  /** By client address, because nobody knows yet who pays. */
  readonly #unverified = new KeyedGauge()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#open.all
  }

  /** Takes a place for a call; the answer gives it back. Throws 503 when we are full, 429 when this credential is. */
  enter(credential: string | null, trial: boolean): () => void {
    const { MAX_IN_FLIGHT, KEY_MAX_IN_FLIGHT, TRIAL_MAX_IN_FLIGHT } = this.#limits
    if (this.#open.all >= MAX_IN_FLIGHT) throw full()
    const limit = trial ? TRIAL_MAX_IN_FLIGHT : KEY_MAX_IN_FLIGHT
    if (credential !== null && this.#open.of(credential) >= limit) throw tooMany('This credential has', limit)
    return this.#open.take(credential, 1)
  }

  /** A place that a payment may take. As long as it is not verified it counts by the client address it came from. */
  paymentPlace(address: string): PaymentPlace {
    const held: (() => void)[] = []
    const leave = () => {
      for (const giveBack of held.splice(0)) giveBack()
    }
    return {
      enter: () => {
        if (held.length > 0) return
        this.#refuseUnverified(address)
        held.push(this.#unverified.take(address, 1), this.#open.take(null, 1))
      },
      verified: (wallet, isReplay) => {
        const name = `wallet:${wallet}`
        const limit = this.#limits.KEY_MAX_IN_FLIGHT
        if (isReplay && this.#open.of(name) >= limit) throw tooMany('This wallet has', limit)
        leave()
        held.push(this.#open.take(name, 1))
      },
      leave,
    }
  }

  #refuseUnverified(address: string): void {
    const { MAX_IN_FLIGHT } = this.#limits
    const share = Math.max(1, Math.floor(MAX_IN_FLIGHT / ADDRESS_PART))
    if (this.#unverified.of(address) >= share) throw tooMany('This address has', share, 'unverified payments')
    const room = Math.max(1, Math.floor(MAX_IN_FLIGHT / UNVERIFIED_PART))
    if (this.#unverified.all >= room || this.#open.all >= MAX_IN_FLIGHT) throw full()
  }
}

const full = () =>
  new Refusal('overloaded', 'This server holds as many calls as it can; nothing was charged.', {
    retryAfterS: jitter(1),
    fix: { action: 'Send the call again after Retry-After.' },
  })

const tooMany = (who: string, limit: number, what = 'calls') =>
  new Refusal('too_many_in_flight', `${who} ${limit} ${what} open, as many as it may; this one was charged nothing.`, {
    retryAfterS: 1,
    fix: { action: 'Wait for one of them to be answered, then send the call again.' },
  })
