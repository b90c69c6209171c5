import { singleFlight } from '#shared/lib/concurrency/cache-for.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'
import { POOLS, type Pool } from '#shared/calls/pools.ts'

import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

/** Jobs of one pool by BullMQ state: waiting, active, delayed, prioritized, completed, failed, ... */
export type JobCounts = Record<string, number>

const LIMIT_MS = 1_000

/**
 * Reads how many jobs each pool has in each state. A pool whose queue does not answer within a second is absent; its
 * query is joined by the next reader instead of being repeated.
 */
export function queueDepths(
  queues: Pick<QueueBackend, 'queue' | 'ready'>,
): () => Promise<ReadonlyMap<Pool, JobCounts>> {
  const readers = POOLS.map((pool) => ({
    pool,
    // Being async, a queue that throws at once is a rejection like any other.
    read: singleFlight(async (): Promise<JobCounts> => queues.queue(pool).getJobCounts()),
  }))
  return async () => {
    // While its server is away each of six queues would only add its own complaint.
    if ((await withinLimit(LIMIT_MS, queues.ready())) !== true) return new Map()
    const answers = await Promise.all(
      readers.map(async ({ pool, read }) => ({ pool, counts: await withinLimit(LIMIT_MS, read()) })),
    )
    return new Map(answers.flatMap(({ pool, counts }) => (counts === null ? [] : [[pool, counts] as const])))
  }
}
