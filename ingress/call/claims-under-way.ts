import type { PaymentKey } from '#shared/money/x402/match-payment.ts'

import { paymentInProgress, paymentPending } from './refuse-payment.ts'

/** Requests of one process that may wait for one payment to be verified by the first. More are refused at once. */
const MOST_WAITING = 4

/** A payment that a request of this process has claimed, or is about to. */
export type UnderWay = {
  /** Throws 409 when as many requests as may wait for it do so already. */
  refuseCrowd: () => void
  /** Resolves when the first request is done with the payment. Throws 409 in a crowd, 503 when `until` has passed. */
  wait: (until: number) => Promise<void>
}

/**
 * The payments that this process is verifying. Copies of a payment wait here for the first of them, without asking the
 * database: they are woken when it is bound to its call, given up or refused.
 */
export class ClaimsUnderWay {
  readonly #byPayment = new Map<string, UnderWay>()

  of(key: PaymentKey): UnderWay | undefined {
    return this.#byPayment.get(nameOf(key))
  }

  /** Notes that a request is the first with this payment; the answer ends that and wakes who waits. */
  begin(key: PaymentKey): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    let waiting = 0
    const refuseCrowd = () => {
      if (waiting >= MOST_WAITING) throw paymentInProgress()
    }
    this.#byPayment.set(nameOf(key), {
      refuseCrowd,
      wait: async (until) => {
        refuseCrowd()
        waiting += 1
        const late = Promise.withResolvers<never>()
        const timer = setTimeout(() => late.reject(paymentPending()), Math.max(0, until - performance.now()))
        try {
          await Promise.race([promise, late.promise])
        } finally {
          clearTimeout(timer)
          waiting -= 1
        }
      },
    })
    return () => {
      this.#byPayment.delete(nameOf(key))
      resolve()
    }
  }
}

const nameOf = ({ network, asset, proof }: PaymentKey) => `${network} ${asset} ${proof}`
