import type { Pool as PgPool } from 'pg'

import { type Accepted, type CallToAccept, LOCK_WAIT_MS } from '#shared/calls/accept.ts'
import { AcceptInDoubt, acceptWithRetry } from '#shared/calls/accept-with-retry.ts'
import { isLockTimeout, isOutage } from '#shared/db/outage.ts'
import { MicroBatcher } from '#shared/lib/concurrency/micro-batcher.ts'

/** How long calls in line together wait for one payer's row; who is held up longer goes on by itself. */
const SHARED_LOCK_WAIT_MS = 500

/** Inputs of one statement, in bytes: what a statement is written with is written in one go, and holds up everything else. */
const MOST_INPUT_BYTES = 1024 * 1024

/** Another transaction holds the row of a payer of this batch, not a whole table: that would have taken longer to find out. */
class PayerRowLocked extends Error {
  override readonly name = 'PayerRowLocked'
}

/** A larger input, in bytes, takes the database so long that it goes in a line of its own. */
const HEAVY_INPUT_BYTES = 256 * 1024

type Accept<Call, Answer> = (calls: readonly Call[], lockWaitMs: number) => Promise<Answer[]>

/**
 * Calls of one kind of credential, accepted by one statement for all that arrive while the one before is under way. When
 * a payer's row is held by some other transaction, each payer goes on in a line of its own, so that nobody waits for
 * another's lock. Large inputs have a line of their own, so that small calls do not wait for them. An outage fails a whole
 * batch at once.
 */
export class AcceptBatcher<Call extends CallToAccept, Answer> {
  readonly #pg: PgPool
  readonly #accept: Accept<Call, Answer>
  readonly #payerOf: (call: Call) => string
  readonly #shared: MicroBatcher<Call, Answer | Accepted>
  readonly #heavy: MicroBatcher<Call, Answer | Accepted>
  readonly #apart = new Map<string, { line: MicroBatcher<Call, Answer | Accepted>; calls: number }>()

  constructor(pg: PgPool, accept: Accept<Call, Answer>, payerOf: (call: Call) => string) {
    this.#pg = pg
    this.#accept = accept
    this.#payerOf = payerOf
    this.#shared = this.#line(SHARED_LOCK_WAIT_MS)
    this.#heavy = this.#line(SHARED_LOCK_WAIT_MS)
  }

  async add(call: Call): Promise<Answer | Accepted> {
    if (this.#apart.has(this.#payerOf(call))) return this.#addApart(call)
    const line = call.input.length > HEAVY_INPUT_BYTES ? this.#heavy : this.#shared
    try {
      return await line.add(call)
    } catch (error) {
      if (!(error instanceof PayerRowLocked)) throw error
      return this.#addApart(call)
    }
  }

  async #addApart(call: Call): Promise<Answer | Accepted> {
    const payer = this.#payerOf(call)
    const own = this.#apart.get(payer) ?? { line: this.#line(LOCK_WAIT_MS), calls: 0 }
    this.#apart.set(payer, own)
    own.calls += 1
    try {
      return await own.line.add(call)
    } finally {
      own.calls -= 1
      if (own.calls === 0) this.#apart.delete(payer)
    }
  }

  #line(lockWaitMs: number): MicroBatcher<Call, Answer | Accepted> {
    const accept = async (calls: readonly Call[]) => {
      const began = performance.now()
      try {
        return await acceptWithRetry(this.#pg, calls, (batch) => this.#accept(batch, lockWaitMs))
      } catch (error) {
        const isRowLock = isLockTimeout(error) && performance.now() - began < LOCK_WAIT_MS
        if (!isRowLock) throw error
        throw new PayerRowLocked('the row of a payer is locked', { cause: error })
      }
    }
    return new MicroBatcher(accept, {
      weigh: ({ input }) => input.length,
      maxWeight: MOST_INPUT_BYTES,
      failsWholeBatch: (error) => error instanceof PayerRowLocked || error instanceof AcceptInDoubt || isOutage(error),
    })
  }
}
