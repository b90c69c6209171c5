import type { FinalCall } from '#shared/calls/read.ts'
import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'

import { isUnpaid } from '../payment/payment-answer.ts'
import { RecentFailures } from '#ingress/http/recent-failures.ts'

/** Calls of wallets that never paid here which one address may have run before their payments settle. */
const MOST_OPEN = 4
const DAY_MS = 24 * 60 * 60 * 1_000

/** A call that runs before its payment settles although its wallet never paid here. Say how it ended. */
export type TrustedCall = { ended: (call: FinalCall | null) => void }

/**
 * Bounds what wallets that nobody knows can use for nothing. A payment that settles after its run may turn out not to
 * settle, and a new wallet costs nothing; so an address may have four such calls of new wallets open in this process.
 * When one of them was not paid in the end, calls of new wallets from that address settle before they run for a day.
 */
export class UnprovenWallets {
  readonly #open = new KeyedGauge()
  readonly #unpaid = new RecentFailures(1, DAY_MS)

  /** Trusts one more call of an address, should its wallet be unknown. Null when such a call has to settle first. */
  trust(address: string): TrustedCall | null {
    if (this.#open.of(address) >= MOST_OPEN || this.#unpaid.isSpent(address)) return null
    const giveBack = this.#open.take(address, 1)
    return {
      ended: (call) => {
        giveBack()
        if (call !== null && isUnpaid(call)) this.#unpaid.note(address)
      },
    }
  }
}
