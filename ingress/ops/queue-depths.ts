import { singleFlight } from '#shared/lib/concurrency/cache-for.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'
import { POOLS, type Pool } from '#shared/calls/pools.ts'

import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

/** Jobs of one pool by BullMQ state: waiting, active, delayed, prioritized, completed, failed and others. */
export type JobCounts = Record<string, number>

const LIMIT_MS = 1_000

/**
 * Returns a function that counts the jobs of each pool by state. Omits a pool whose queue does not answer within a
 * second; the next reader joins its pending query (single-flight).
 */
export function queueDepths(
  queues: Pick<QueueBackend, 'queue' | 'ready'>,
): () => Promise<ReadonlyMap<Pool, JobCounts>> {
  const readers = POOLS.map((pool) => ({
    pool,
    // async, so that a synchronous throw becomes a rejection.
    read: singleFlight(async (): Promise<JobCounts> => queues.queue(pool).getJobCounts()),
  }))
  return async () => {
    // Skip the queues while their server is down: each would log its own error.
    if ((await withinLimit(LIMIT_MS, queues.ready())) !== true) return new Map()
    const answers = await Promise.all(
      readers.map(async ({ pool, read }) => ({ pool, counts: await withinLimit(LIMIT_MS, read()) })),
    )
    return new Map(answers.flatMap(({ pool, counts }) => (counts === null ? [] : [[pool, counts] as const])))
  }
}
