import { Job } from '#shared/queues/catalog.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'

/** Age in ms after which a failed job of a recurring task is forgotten: the task ran again long ago. */
const KEPT_MS = 3_600_000
/** Most failed jobs that one run looks at. */
const MOST = 500

/**
 * Removes failed jobs of recurring tasks an hour after they failed, since the database says when each task ran last.
 * Failed jobs of calls stay. Returns how many it removed.
 */
export async function forgetFailedJobs(queues: QueueBackend, keptMs = KEPT_MS): Promise<number> {
  if (!(await queues.ready('settlement-watch'))) return 0
  const failed = await queues.queue('settlement-watch').getJobs(['failed'], 0, MOST - 1, true)
  const old = failed.filter((job) => {
    const data = Job.safeParse(job.data).data
    return data !== undefined && 'task' in data && (job.finishedOn ?? 0) <= Date.now() - keptMs
  })
  // Another process may have removed one first.
  const removed = await Promise.allSettled(old.map((job) => job.remove()))
  return removed.filter(({ status }) => status === 'fulfilled').length
}
