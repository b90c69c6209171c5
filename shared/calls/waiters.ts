import type { Pool as PgPool } from 'pg'

import { type FinalCall, readFinal } from '#shared/calls/read.ts'
import type { Log } from '#shared/log.ts'
import type { Hint } from './hints.ts'

/** How a wait ended: the call is final, the time is up, the caller left, or this process is stopping. */
export type WaitEnd = FinalCall | 'time' | 'left' | 'stopping'

type Waiter = { callId: string; since: number; end: (how: WaitEnd) => void }

const POLL_MS = 250
/** A hint that takes longer than this has probably been lost; the poll reads calls that have waited longer. */
const HINT_MS = 300
const POLL_BATCH = 1_000

/**
 * The requests of this process that wait for a call. A worker's hint ends a wait at once. Because hints can be lost,
 * one batched query polls for all requests that have waited longer than `HINT_MS`.
 */
export class Waiters {
  readonly #byCall = new Map<string, Set<Waiter>>()
  readonly #pg: PgPool
  readonly #log: Log
  readonly #poll: NodeJS.Timeout
  #polling = false
  #stopped = false

  constructor(pg: PgPool, log: Log) {
    this.#pg = pg
    this.#log = log
    this.#poll = setInterval(() => void this.#pollNow(Date.now() - HINT_MS), POLL_MS)
  }

  get size(): number {
    return this.#byCall.size
  }

  /** Whether any request of this process waits for the call. */
  isAwaited(callId: string): boolean {
    return this.#byCall.has(callId)
  }

  /** Starts a wait. Call it before the call is enqueued, so that no hint arrives too early. */
  wait(callId: string): { ended: Promise<WaitEnd>; end: (how: WaitEnd) => void } {
    const { promise, resolve } = Promise.withResolvers<WaitEnd>()
    const waiter: Waiter = {
      callId,
      since: Date.now(),
      end: (how) => {
        const waiting = this.#byCall.get(callId)
        waiting?.delete(waiter)
        if (waiting?.size === 0) this.#byCall.delete(callId)
        resolve(how)
      },
    }
    const others = this.#byCall.get(callId)
    if (others === undefined) this.#byCall.set(callId, new Set([waiter]))
    else others.add(waiter)
    if (this.#stopped) waiter.end('stopping')
    return { ended: promise, end: waiter.end }
  }

  /** Handles the hints of a worker. A bare id means that the result must be read from the database. */
  onHints(hints: Hint[]): void {
    const toRead: string[] = []
    for (const hint of hints) {
      if (typeof hint === 'string') {
        if (this.#byCall.has(hint)) toRead.push(hint)
      } else this.#deliver(hint)
    }
    if (toRead.length > 0) void this.#read(toRead)
  }

  /** Ends every wait with `stopping`, current and future: the callers get 202 and read the result later. */
  stop(): void {
    this.#stopped = true
    clearInterval(this.#poll)
    for (const waiting of this.#byCall.values()) for (const waiter of waiting) waiter.end('stopping')
  }

  #deliver(call: FinalCall): void {
    for (const waiter of this.#byCall.get(call.callId) ?? []) waiter.end(call)
  }

  async #pollNow(before: number): Promise<void> {
    if (this.#polling || this.#byCall.size === 0) return
    this.#polling = true
    try {
      const late: string[] = []
      for (const [callId, waiting] of this.#byCall) {
        for (const waiter of waiting) {
          if (waiter.since > before) continue
          late.push(callId)
          break
        }
      }
      for (let from = 0; from < late.length; from += POLL_BATCH) await this.#read(late.slice(from, from + POLL_BATCH))
    } finally {
      this.#polling = false
    }
  }

  async #read(callIds: string[]): Promise<void> {
    try {
      for (const call of await readFinal(this.#pg, callIds)) this.#deliver(call)
    } catch (error) {
      this.#log.warn({ err: error, waiting: callIds.length }, 'results could not be read; the next poll tries again')
    }
  }
}
