import { countOutcomes } from '#shared/calls/count-outcomes.ts'
import { purgeIdempotencyRecords, purgeResults } from '#shared/calls/purge.ts'
import { releaseOverdue } from '#shared/calls/release.ts'
import { pickLostCalls } from '#shared/calls/requeue.ts'
import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import { pickLostMedia } from '#shared/media/pick-lost-media.ts'
import { forfeitRemainders } from '#shared/money/prepaid/forfeit-key.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'
import { sendAgain, sendMediaAgain } from '#shared/queues/send.ts'

import { purgeUpstreamCache } from '../upstreams/purge-cache.ts'
import { reconcile } from './reconcile.ts'

export type TaskDeps = { config: Pick<Config, 'UPSTREAM_CACHE_MB'>; db: Db; queues: QueueBackend; log: Log }

/** Recurring work of the settlement-watch pool; every task is safe when several processes run it at once. */
export type Task = { name: string; everyMs: number; run: (deps: TaskDeps) => Promise<void> }

const PURGE_AT_ONCE = 20

export const tasks: readonly Task[] = [
  { name: 'sweep', everyMs: 500, run: sweep },
  { name: 'sweep-media', everyMs: 1_000, run: sweepMedia },
  { name: 'count-outcomes', everyMs: 5_000, run: ({ db }) => countOutcomes(db.pg) },
  { name: 'reconcile', everyMs: 60_000, run: reconcile },
  { name: 'forfeit-remainders', everyMs: 60_000, run: async ({ db }) => void (await forfeitRemainders(db.pg)) },
  { name: 'purge', everyMs: 60_000, run: purge },
  {
    name: 'purge-upstream-cache',
    everyMs: 60_000,
    run: ({ db, config }) => purgeUpstreamCache(db.pg, config.UPSTREAM_CACHE_MB * 1024 * 1024),
  },
]

/** Releases what is past its deadline and puts back on its queue what is held and not running. */
async function sweep({ db, queues, log }: TaskDeps): Promise<void> {
  const released = await releaseOverdue(db.pg)
  for (const [replyTo, calls] of Map.groupBy(released, (call) => call.replyTo)) {
    queues.hints.publish(
      replyTo,
      calls.map((call) => call.callId),
    )
  }
  const lost = await pickLostCalls(db.pg)
  const sent = await Promise.allSettled(lost.map(({ pool, callId }) => sendAgain(queues, pool, callId)))
  if (released.length + lost.length > 0) {
    const failed = sent.filter(({ status }) => status === 'rejected').length
    log.info({ released: released.length, requeued: lost.length - failed, notRequeued: failed }, 'sweep')
  }
}

/** Puts uploads back on their queue that nobody works on; what is left to do for each, its worker knows. */
async function sweepMedia({ db, queues, log }: TaskDeps): Promise<void> {
  const lost = await pickLostMedia(db.pg)
  const sent = await Promise.allSettled(lost.map((id) => sendMediaAgain(queues, id)))
  const failed = sent.filter(({ status }) => status === 'rejected').length
  if (lost.length > 0) log.info({ requeued: lost.length - failed, notRequeued: failed }, 'media sweep')
}

async function purge({ db }: TaskDeps): Promise<void> {
  for (let round = 0; round < PURGE_AT_ONCE && (await purgeResults(db.pg)) > 0; round += 1);
  await purgeIdempotencyRecords(db.pg)
  await db.pg.query(`delete from worker_pulse where seen_at < now() - interval '1 minute'`)
}
