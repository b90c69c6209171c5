import type { JobsOptions } from 'bullmq'

import type { AcceptedCall } from '#shared/calls/accepted-call.ts'
import type { LostCall } from '#shared/calls/requeue.ts'
import { afterLoopTime } from '#shared/lib/concurrency/loop-time.ts'
import { MicroBatcher } from '#shared/lib/concurrency/micro-batcher.ts'
import { noTracer, type Tracer } from '#shared/tracing/tracer.ts'

import type { QueueBackend } from './backend.ts'
import { queueOf } from './catalog.ts'
import type { Pool } from '../calls/pools.ts'

const SEND_TIMEOUT_MS = 1_000

/** Inputs, sealed as they are, stay in the queue no longer than their job. */
const GONE_WHEN_DONE: JobsOptions = { removeOnComplete: true, removeOnFail: true }

/** A call to enqueue, and where in its trace that happened. */
type Sent = { call: AcceptedCall; trace: string | undefined }

/** Enqueues calls on their pools. Calls that arrive together share a job, up to the pool's `callsPerJob`. */
export class CallSender {
  readonly #backend: QueueBackend
  readonly #tracer: Tracer
  readonly #groups = new Map<Pool, MicroBatcher<Sent, void>>()
  readonly #failedAt = new Map<Pool, number>()

  constructor(backend: QueueBackend, tracer: Tracer = noTracer) {
    this.#backend = backend
    this.#tracer = tracer
  }

  /**
   * True for one second after a failed attempt to enqueue: new calls are refused before any hold. Where pools live on
   * different servers, only those of the pool that failed.
   */
  failing(pool: Pool): boolean {
    const failedAt = this.#backend.isSpread ? (this.#failedAt.get(pool) ?? 0) : Math.max(0, ...this.#failedAt.values())
    return Date.now() - failedAt < SEND_TIMEOUT_MS
  }

  /**
   * Enqueues a call, best effort: the call row is the outbox, and the sweeper enqueues what was not enqueued here.
   * Resolves when the queue accepted the job; rejects after at most one second.
   */
  send(call: AcceptedCall): Promise<void> {
    const { pool } = call
    let group = this.#groups.get(pool)
    if (group === undefined) {
      group = new MicroBatcher<Sent, void>((calls) => this.#add(pool, calls), {
        maxBatch: queueOf(pool).callsPerJob,
        concurrency: 8,
        batchPerTick: true,
        failsWholeBatch: () => true,
      })
      this.#groups.set(pool, group)
    }
    return group.add({ call, trace: this.#tracer.here() })
  }

  async #add(pool: Pool, sent: Sent[]): Promise<void[]> {
    const calls = sent.map(({ call }) => call)
    const carried = calls.flatMap(({ callId, first }) => (first?.kind === 'carried' ? [sealedOf(callId, first)] : []))
    const offers = calls.flatMap(({ callId, first }) => (first?.kind === 'offered' ? [sealedOf(callId, first)] : []))
    const ids = calls.flatMap(({ callId, first }) => (first?.kind === 'carried' ? [] : [callId]))
    const { jobOptions } = queueOf(pool)
    const attempts = { ...(carried.length > 0 && { carried }), ...(offers.length > 0 && { offers }) }
    const holdsInput = carried.length > 0 || offers.length > 0
    try {
      // `add` stays pending forever when the queue's server was never reachable.
      const adding = this.#backend
        .queue(pool)
        .add(
          nameOf(calls),
          { ids, ...attempts, ...tracesOf(sent) },
          holdsInput ? { ...jobOptions, ...GONE_WHEN_DONE } : jobOptions,
        )
      await withTimeout(adding)
      return calls.map(() => undefined)
    } catch (error) {
      this.#failedAt.set(pool, Date.now())
      throw error
    }
  }
}

const sealedOf = (id: string, { sealed }: { sealed: string }) => ({ id, sealed })

function tracesOf(sent: readonly Sent[]): { traces?: Record<string, string> } {
  const traced = sent.flatMap(({ call, trace }) => (trace === undefined ? [] : [[call.callId, trace] as const]))
  return traced.length === 0 ? {} : { traces: Object.fromEntries(traced) }
}

/** The name of a job, for people: the outcomes of its calls. No worker reads it. */
function nameOf(calls: readonly { slug: string }[]): string {
  const [first = '', ...others] = new Set(calls.map(({ slug }) => slug))
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

/**
 * Enqueues lost calls again, up to the pool's `callsPerJob` in a job. Suspect calls get a job each. While a job of the
 * same turn waits or runs, no other is added; a job of an earlier turn may belong to a dead worker. Returns how many
 * calls the queue did not accept.
 */
export async function sendAgain(backend: QueueBackend, lost: readonly LostCall[]): Promise<number> {
  const kinds = [...Map.groupBy(lost, ({ pool, isSuspect }) => `${pool} ${isSuspect}`).values()]
  const jobs = kinds.flatMap((calls) => {
    const [{ pool, isSuspect } = { pool: 'outcome', isSuspect: true } as const] = calls
    const size = isSuspect ? 1 : queueOf(pool).callsPerJob
    return Array.from({ length: Math.ceil(calls.length / size) }, (_, nth) => calls.slice(nth * size, (nth + 1) * size))
  })
  const sent = await Promise.allSettled(jobs.map((calls) => addAgain(backend, calls)))
  return jobs.reduce((sum, calls, nth) => sum + (sent[nth]?.status === 'rejected' ? calls.length : 0), 0)
}

async function addAgain(backend: QueueBackend, calls: readonly LostCall[]): Promise<void> {
  const [first] = calls
  if (first === undefined) return
  const { pool, callId, turn, isSuspect } = first
  const data = { ids: calls.map((call) => call.callId), ...(isSuspect ? { suspect: true } : {}) }
  const options = { jobId: `again-${callId}-${turn}`, removeOnComplete: true, removeOnFail: true }
  await withTimeout(backend.queue(pool).add(nameOf(calls), data, { ...queueOf(pool).jobOptions, ...options }))
}

/**
 * Enqueues a media record, best effort: the record is the outbox, and the sweeper enqueues what was not enqueued here.
 */
export const sendMedia = (backend: QueueBackend, id: string): Promise<void> => addMedia(backend, id, {})

/** Enqueues a media record that the queue seems to have lost. While such a job waits or runs, no other is added. */
export const sendMediaAgain = (backend: QueueBackend, id: string): Promise<void> =>
  addMedia(backend, id, { jobId: `media-again-${id}`, removeOnComplete: true, removeOnFail: true })

async function addMedia(backend: QueueBackend, id: string, options: JobsOptions): Promise<void> {
  const pool = 'media-processing'
  await withTimeout(backend.queue(pool).add('media', { media: id }, { ...queueOf(pool).jobOptions, ...options }))
}

/**
 * Schedules the closing of an auction in `inMs` milliseconds. `turn` identifies its end time: each end time is
 * scheduled once, and a moved end is scheduled again. Best effort: the sweeper closes auctions that no job closed.
 */
export async function sendClosing(
  backend: QueueBackend,
  { listingId, inMs, turn }: { listingId: string; inMs: number; turn: string },
): Promise<void> {
  const pool = 'settlement-watch'
  const options = { jobId: `close-${listingId}-${turn}`, delay: inMs, removeOnComplete: true, removeOnFail: true }
  await withTimeout(
    backend.queue(pool).add('auction', { auction: listingId }, { ...queueOf(pool).jobOptions, ...options }),
  )
}

async function withTimeout(adding: Promise<unknown>): Promise<void> {
  let end: (() => void) | undefined
  const late = new Promise<never>((_, reject) => {
    end = afterLoopTime(SEND_TIMEOUT_MS, () => reject(new Error('the queue did not answer within a second')))
  })
  try {
    await Promise.race([adding, late])
  } finally {
    end?.()
    adding.catch(() => undefined)
  }
}
