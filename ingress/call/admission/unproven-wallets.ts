import type { FinalCall } from '#shared/calls/read.ts'
import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'

import { isUnpaid } from '../payment/payment-answer.ts'
import { WindowCounter } from '#shared/lib/concurrency/window-counter.ts'

/** Open calls per address of wallets that never paid here and settle after the run. */
const MOST_OPEN = 4
const DAY_MS = 24 * 60 * 60 * 1_000

/** A call of a wallet that never paid here and that runs before its payment settles. Call `ended` once. */
export type TrustedCall = { ended: (call: FinalCall | null) => void }

/**
 * Limits what new wallets can use without paying. A payment that settles after the run may fail to settle, and a new
 * wallet costs nothing. So an address may have four such calls open in this process, and after one that was not paid, calls
 * of new wallets from that address settle before their run for a day.
 */
export class UnprovenWallets {
  readonly #open = new KeyedGauge()
  readonly #unpaid = new WindowCounter({ windowMs: DAY_MS })

  /** Trusts one more call of an address. Null when a call of a new wallet has to settle first. */
  trust(address: string): TrustedCall | null {
    if (this.#open.of(address) >= MOST_OPEN || this.#unpaid.countOf(address) > 0) return null
    const giveBack = this.#open.take(address, 1)
    return {
      ended: (call) => {
        giveBack()
        if (call !== null && isUnpaid(call)) this.#unpaid.add(address)
      },
    }
  }
}
