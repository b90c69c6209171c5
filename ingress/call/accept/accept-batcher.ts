import type { Pool as PgPool } from 'pg'

import { type Accepted, type CallToAccept, LOCK_WAIT_MS } from '#shared/calls/accept.ts'
import { AcceptInDoubt, acceptWithRetry } from '#shared/calls/accept-with-retry.ts'
import { isLockTimeout, isOutage } from '#shared/db/outage.ts'
import { GroupedBatcher } from '#shared/lib/concurrency/grouped-batcher.ts'
import { MicroBatcher, type MicroBatcherOptions } from '#shared/lib/concurrency/micro-batcher.ts'

/** How long a shared batch waits for the locked row of one payer. */
const SHARED_LOCK_WAIT_MS = 500

/** Most bytes of inputs in one statement. pg writes a statement in one piece, which blocks the event loop. */
const MOST_INPUT_BYTES = 1024 * 1024

/** Another transaction has locked the row of a payer in this batch. A locked table takes longer to time out. */
class PayerRowLocked extends Error {
  override readonly name = 'PayerRowLocked'
}

/** Larger inputs, in bytes, are batched apart: storing one takes the database a long time. */
const HEAVY_INPUT_BYTES = 256 * 1024

const OPTIONS: MicroBatcherOptions<CallToAccept> = {
  weigh: ({ input }) => input.length,
  maxWeight: MOST_INPUT_BYTES,
  failsWholeBatch: (error) => error instanceof PayerRowLocked || error instanceof AcceptInDoubt || isOutage(error),
}

type Accept<Call, Answer> = (calls: readonly Call[], lockWaitMs: number) => Promise<Answer[]>

/**
 * Accepts calls of one kind of credential in batches: calls that arrive while a statement runs share the next one. When
 * another transaction has locked a payer's row, each payer gets a batch of its own, so that payers do not wait for each
 * other. Large inputs have a batch of their own, so that small calls do not wait for them. A batch holds payers of one
 * shard; a payer whose shard is not known has batches of its own. An outage rejects the whole batch.
 */
export class AcceptBatcher<Call extends CallToAccept, Answer> {
  readonly #pg: PgPool
  readonly #accept: Accept<Call, Answer>
  readonly #payerOf: (call: Call) => string
  readonly #shardOf: (call: Call) => number | null
  readonly #shared: GroupedBatcher<Call, Answer | Accepted>
  readonly #heavy: GroupedBatcher<Call, Answer | Accepted>
  readonly #apart = new Map<string, { line: MicroBatcher<Call, Answer | Accepted>; calls: number }>()

  constructor(
    pg: PgPool,
    accept: Accept<Call, Answer>,
    payerOf: (call: Call) => string,
    shardOf: (call: Call) => number | null = () => 0,
  ) {
    this.#pg = pg
    this.#accept = accept
    this.#payerOf = payerOf
    this.#shardOf = shardOf
    // A call whose shard is not known comes to neither of them.
    const group = (call: Call) => shardOf(call) ?? 0
    this.#shared = new GroupedBatcher(this.#sender(SHARED_LOCK_WAIT_MS), group, OPTIONS)
    this.#heavy = new GroupedBatcher(this.#sender(SHARED_LOCK_WAIT_MS), group, OPTIONS)
  }

  async add(call: Call): Promise<Answer | Accepted> {
    if (this.#shardOf(call) === null || this.#apart.has(this.#payerOf(call))) return this.#addApart(call)
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
    const own = this.#apart.get(payer) ?? { line: new MicroBatcher(this.#sender(LOCK_WAIT_MS), OPTIONS), calls: 0 }
    this.#apart.set(payer, own)
    own.calls += 1
    try {
      return await own.line.add(call)
    } finally {
      own.calls -= 1
      if (own.calls === 0) this.#apart.delete(payer)
    }
  }

  #sender(lockWaitMs: number) {
    return async (calls: readonly Call[]): Promise<(Answer | Accepted)[]> => {
      const began = performance.now()
      try {
        return await acceptWithRetry(this.#pg, calls, (batch) => this.#accept(batch, lockWaitMs))
      } catch (error) {
        const isRowLock = isLockTimeout(error) && performance.now() - began < LOCK_WAIT_MS
        if (!isRowLock) throw error
        throw new PayerRowLocked('the row of a payer is locked', { cause: error })
      }
    }
  }
}
