import { setTimeout as pause } from 'node:timers/promises'

import type { Pool as PgPool } from 'pg'

import type { Log } from '#shared/log.ts'
import type { PaymentKey } from '#shared/calls/payment-key.ts'
import { type Payment, readPayments } from '#shared/money/x402/read-payment.ts'

import { paymentPending } from './refuse-payment.ts'

type Waiter = { key: PaymentKey; until: number; end: (bound: Payment | null) => void; fail: (error: Error) => void }

const POLL_MS = 250

/** Waits for payments that another process has claimed, with one query for all of them four times a second. */
export class ClaimsElsewhere {
  readonly #pg: PgPool
  readonly #log: Log
  readonly #waiters = new Set<Waiter>()
  #isPolling = false

  constructor(pg: PgPool, log: Log) {
    this.#pg = pg
    this.#log = log
  }

  /** Resolves with the payment once it is bound, or null when its claim was given up. Throws 503 after `until`. */
  wait(key: PaymentKey, until: number): Promise<Payment | null> {
    return new Promise((end, fail) => {
      this.#waiters.add({ key, until, end, fail })
      void this.#poll()
    })
  }

  /** Polls as long as there are waiters. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    while (this.#waiters.size > 0) {
      await pause(POLL_MS)
      await this.#look()
    }
    this.#isPolling = false
  }

  async #look(): Promise<void> {
    const waiters = [...this.#waiters]
    const payments = await readPayments(
      this.#pg,
      waiters.map(({ key }) => key),
    ).catch((error: unknown) => {
      const waiting = waiters.length
      this.#log.warn({ err: error, waiting }, 'claimed payments could not be read; the next poll tries again')
      return null
    })
    for (const waiter of waiters) {
      const payment = payments?.find(({ key }) => isSame(key, waiter.key)) ?? null
      const isClaimed = payments === null || (payment?.state === 'claimed' && !payment.isAbandoned)
      if (isClaimed && performance.now() < waiter.until) continue
      this.#waiters.delete(waiter)
      if (isClaimed) waiter.fail(paymentPending())
      else waiter.end(payment?.state === 'claimed' ? null : payment)
    }
  }
}

const isSame = (one: PaymentKey, other: PaymentKey) =>
  one.proof === other.proof && one.network === other.network && one.asset === other.asset
