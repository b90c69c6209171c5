import type { JobsOptions } from 'bullmq'

import type { AcceptedCall } from '#shared/calls/accepted-call.ts'
import type { LostCall } from '#shared/calls/requeue.ts'
import { MicroBatcher } from '#shared/lib/concurrency/micro-batcher.ts'

import type { QueueBackend } from './backend.ts'
import { queueOf } from './catalog.ts'
import type { Pool } from '../calls/pools.ts'

const SEND_TIMEOUT_MS = 1_000

/** Puts calls on their pools' queues. Calls that arrive together share a job, as many as their pool allows. */
export class CallSender {
  readonly #backend: QueueBackend
  readonly #groups = new Map<Pool, MicroBatcher<string, void>>()
  #failedAt = 0

  constructor(backend: QueueBackend) {
    this.#backend = backend
  }

  /** True while the last attempt to enqueue failed less than a second ago: new calls are refused before any hold. */
  get failing(): boolean {
    return Date.now() - this.#failedAt < SEND_TIMEOUT_MS
  }

  /**
   * Best effort by design: the call row is the outbox, so a job that is not added here is added by the sweeper. Resolves
   * when the queue took it; rejects after a second at most.
   */
  send({ callId, pool }: AcceptedCall): Promise<void> {
    let group = this.#groups.get(pool)
    if (group === undefined) {
      group = new MicroBatcher<string, void>((ids) => this.#add(pool, ids), {
        maxBatch: queueOf(pool).callsPerJob,
        concurrency: 8,
        batchPerTick: true,
        failsWholeBatch: () => true,
      })
      this.#groups.set(pool, group)
    }
    return group.add(callId)
  }

  async #add(pool: Pool, ids: string[]): Promise<void[]> {
    try {
      // A queue whose server was never up keeps `add` pending for ever.
      await withTimeout(this.#backend.queue(pool).add('calls', { ids }, queueOf(pool).jobOptions))
      return ids.map(() => undefined)
    } catch (error) {
      this.#failedAt = Date.now()
      throw error
    }
  }
}

/**
 * Puts calls the queue seems to have lost on it again, as many in a job as their pool allows; those whose worker was lost
 * by themselves. While a job of its turn waits or runs, another is not added; one of an earlier turn may be in the hands
 * of a worker that is dead. Answers with how many calls the queue did not take.
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
  await withTimeout(backend.queue(pool).add('calls', data, { ...queueOf(pool).jobOptions, ...options }))
}

/**
 * Puts a media record on its queue. Best effort like calls: the record is the outbox, and what is not added here the
 * sweeper adds.
 */
export const sendMedia = (backend: QueueBackend, id: string): Promise<void> => addMedia(backend, id, {})

/** Puts a record the queue seems to have lost on it again. While such a job waits or runs, another is not added. */
export const sendMediaAgain = (backend: QueueBackend, id: string): Promise<void> =>
  addMedia(backend, id, { jobId: `media-again-${id}`, removeOnComplete: true, removeOnFail: true })

async function addMedia(backend: QueueBackend, id: string, options: JobsOptions): Promise<void> {
  const pool = 'media-processing'
  await withTimeout(backend.queue(pool).add('media', { media: id }, { ...queueOf(pool).jobOptions, ...options }))
}

/**
 * Has an auction closed when its time has come. `turn` names its end: a planned closing is added once, an end that moved
 * is another one. Best effort: the sweeper closes what no job did.
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
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the queue did not answer within a second')), SEND_TIMEOUT_MS)
  })
  try {
    await Promise.race([adding, late])
  } finally {
    clearTimeout(timer)
    adding.catch(() => undefined)
  }
}
