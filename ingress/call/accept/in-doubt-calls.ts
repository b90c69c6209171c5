import type { Pool as PgPool } from 'pg'

import { releaseUnstarted } from '#shared/calls/release.ts'
import { Refusal } from '#shared/errors.ts'
import { publicCallId } from '#shared/lib/call-id.ts'
import type { Log } from '#shared/log.ts'

const RETRY_MS = 200
/** How long a statement may still run after its connection broke: the statement timeout and a second. */
const UNDER_WAY_MS = 6_000

/**
 * Releases calls for which the database did not answer whether it accepted them. Their callers were told to send them
 * again, so they are released as soon as the database answers. A call that a worker has started keeps its result.
 */
export class InDoubtCalls {
  readonly #pg: PgPool
  readonly #log: Log
  readonly #until = new Map<string, number>()
  #isWaiting = false

  constructor(pg: PgPool, log: Log) {
    this.#pg = pg
    this.#log = log
  }

  /** Records a call in doubt and returns the refusal for its caller. */
  refuse(callId: string, cause: Error): Refusal {
    this.#until.set(callId, performance.now() + UNDER_WAY_MS)
    this.#wait()
    this.#log.warn({ err: cause, callId }, 'the database did not say whether it took this call')
    const id = publicCallId(callId)
    return new Refusal(
      'unavailable',
      'The database went away while it took this call; nothing was charged, and the call is given back unless it already runs.',
      {
        retryAfterS: 2,
        fix: {
          action: 'Send the call again with the same Idempotency-Key; without one, read this call first.',
          method: 'GET',
          path: `/api/v1/calls/${id}`,
        },
        extra: { call_id: id },
      },
      { cause },
    )
  }

  async #giveBack(): Promise<void> {
    for (const [callId, until] of this.#until) {
      try {
        const isReleased = await releaseUnstarted(this.#pg, callId)
        if (isReleased || performance.now() > until) this.#until.delete(callId)
      } catch {
        // The database is still away. A statement in transit can arrive when it is back, so the wait begins anew.
        for (const each of this.#until.keys()) this.#until.set(each, performance.now() + UNDER_WAY_MS)
        break
      }
    }
    this.#isWaiting = false
    if (this.#until.size > 0) this.#wait()
  }

  #wait(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    setTimeout(() => void this.#giveBack(), RETRY_MS).unref()
  }
}
