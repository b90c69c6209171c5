import { setTimeout as pause } from 'node:timers/promises'

import { type ConnectionOptions, type IQueueBackend, type JobProgress, type RedisQueueBackend, Worker } from 'bullmq'

/** Milliseconds to wait before a failed fetch is rethrown. */
const FETCH_FAILURE_PAUSE_MS = 200

/**
 * A worker that pauses after a failed fetch. BullMQ's own worker pauses only when the connection is refused and retries
 * at once after every other error (too many connections, a missing database, failed Redis authentication). That would
 * use a whole core, and with an error it caches, no other code of the process would run.
 */
export class BackoffWorker<
  Data,
  Backend extends IQueueBackend = RedisQueueBackend,
  Connection = ConnectionOptions,
> extends Worker<Data, void, string, Backend, JobProgress, Connection> {
  protected override async moveToActive(token: string, name?: string) {
    try {
      return await super.moveToActive(token, name)
    } catch (error) {
      await pause(FETCH_FAILURE_PAUSE_MS)
      throw error
    }
  }
}
