import { queueOf, Job } from '#shared/queues/catalog.ts'
import type { PoolWorker, QueueBackend } from '#shared/queues/backend.ts'
import type { Config } from '#shared/config.ts'
import type { Log } from '#shared/log.ts'
import type { Pool } from '#shared/calls/pools.ts'

import type { CallRunner, Traces } from './call-runner.ts'

/** Runs a task job (housekeeping) by name. */
export type RunTask = (task: string) => Promise<void>
/** Processes a media record by id. */
export type RunMedia = (id: string) => Promise<void>

/** Closes an auction if it is over. */
export type CloseAuction = (listingId: string) => Promise<unknown>

/** An open pool of this process. */
export type RunningPool = { pool: Pool; runner: CallRunner; worker: PoolWorker }

/** Age of a job from which its offered calls are started by their ids: the sweeper may have enqueued them again. */
const OFFERED_MS = 1_000

type Sealed = { id: string; sealed: string }
type CallsJob = { ids: string[]; carried?: Sealed[]; offers?: Sealed[] | undefined; traces?: Traces | undefined }

/** A job that is delivered again may have ended its worker: its calls are started by their ids, so that this is counted. */
async function runJob(
  runner: CallRunner,
  { ids, carried = [], offers = [], traces }: CallsJob,
  { timestamp, attemptsStarted }: { timestamp: number; attemptsStarted: number },
): Promise<void> {
  if (attemptsStarted > 1) {
    if (offers.length > 0) await runner.countOffered(offers.map(({ id }) => id))
    return runner.runAll([...ids, ...carried.map(({ id }) => id)], traces)
  }
  const waitedMs = Math.max(0, Date.now() - timestamp)
  const fresh = waitedMs < OFFERED_MS ? offers : []
  const withWait = (one: Sealed) => ({ ...one, waitedMs })
  const offered = new Set(fresh.map(({ id }) => id))
  await Promise.all([
    runner.runAll(
      ids.filter((id) => !offered.has(id)),
      traces,
    ),
    runner.runFirst({ carried: carried.map(withWait), offered: fresh.map(withWait) }, traces),
  ])
}

/** Starts taking jobs of a pool. Drops malformed jobs and calls that are not startable. */
export function startPool(options: {
  pool: Pool
  config: Config
  log: Log
  queues: QueueBackend
  runner: CallRunner
  runTask: RunTask
  runMedia: RunMedia
  closeAuction: CloseAuction
}): RunningPool {
  const { pool, config, log, queues, runner, runTask, runMedia, closeAuction } = options
  const worker = queues.worker(
    pool,
    async (job) => {
      const data = Job.safeParse(job.data)
      if (!data.success) {
        log.error({ pool, jobId: job.id }, 'a job of unknown shape was dropped')
        return
      }
      if ('task' in data.data) await runTask(data.data.task)
      else if ('media' in data.data) await runMedia(data.data.media)
      else if ('auction' in data.data) await closeAuction(data.data.auction)
      else if ('suspect' in data.data && data.data.suspect === true) await runner.runSuspects(data.data.ids)
      else await runJob(runner, data.data, job)
    },
    { concurrency: queueOf(pool).concurrency(config) },
  )
  return { pool, runner, worker }
}
