import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'

import { jitter } from '#ingress/http/jitter.ts'

/** Unverified payments hold at most a quarter of all places, and those of one address at most an eighth. */
const UNVERIFIED_PART = 4
const ADDRESS_PART = 8

/** A place in flight for a request that pays by x402. Taking and giving back are idempotent. */
export type PaymentPlace = {
  /** Takes the place. Throws 503 when there is none for an unverified payment, 429 when its address has its share. */
  enter: () => void
  /**
   * Counts the place by its wallet from now on. Throws 429 for a replay when the wallet has as many calls open as one
   * credential may have. A new call is never refused here, because its payment is bound already.
   */
  verified: (wallet: string, isReplay: boolean) => void
  leave: () => void
}

type InFlightConfig = Pick<Config, 'MAX_IN_FLIGHT' | 'limits'>

/** Limits the requests that this process holds open, in all and per payer. */
export class InFlight {
  readonly #config: InFlightConfig
  readonly #open = new KeyedGauge()
  /** By client address: the payer is not known yet. */
  readonly #unverified = new KeyedGauge()

  constructor(config: InFlightConfig) {
    this.#config = config
  }

  get size(): number {
    return this.#open.all
  }

  /** Takes a place for a call and returns its release. Throws 503 when the process is full, 429 when the credential is. */
  enter(credential: string | null, trial: boolean): () => void {
    const { MAX_IN_FLIGHT, limits } = this.#config
    if (this.#open.all >= MAX_IN_FLIGHT) throw full()
    const limit = limits[trial ? 'trial-in-flight' : 'key-in-flight'].points
    if (credential !== null && this.#open.of(credential) >= limit) throw tooMany('This credential has', limit)
    return this.#open.take(credential, 1)
  }

  /** Creates a place for a payment. Until the payment is verified it counts by client address. */
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
        const limit = this.#config.limits['key-in-flight'].points
        if (isReplay && this.#open.of(name) >= limit) throw tooMany('This wallet has', limit)
        leave()
        held.push(this.#open.take(name, 1))
      },
      leave,
    }
  }

  #refuseUnverified(address: string): void {
    const { MAX_IN_FLIGHT } = this.#config
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
