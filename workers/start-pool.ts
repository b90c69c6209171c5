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

/** A job that is delivered again may have ended its worker: its calls are started by their ids, so that this is counted. */
async function runCarriedJob(
  runner: CallRunner,
  { ids, carried, traces }: { ids: string[]; carried: { id: string; sealed: string }[]; traces?: Traces | undefined },
  { timestamp, attemptsStarted }: { timestamp: number; attemptsStarted: number },
): Promise<void> {
  if (attemptsStarted > 1) return runner.runAll([...ids, ...carried.map(({ id }) => id)], traces)
  const waitedMs = Math.max(0, Date.now() - timestamp)
  await Promise.all([
    runner.runAll(ids, traces),
    runner.runCarried(
      carried.map((one) => ({ ...one, waitedMs })),
      traces,
    ),
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
      else if ('carried' in data.data) await runCarriedJob(runner, data.data, job)
      else if (data.data.suspect === true) await runner.runSuspects(data.data.ids)
      else await runner.runAll(data.data.ids, data.data.traces)
    },
    { concurrency: queueOf(pool).concurrency(config) },
  )
  return { pool, runner, worker }
}
