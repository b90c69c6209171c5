import { type ConnectionOptions, type IQueueBackend, type JobProgress, type RedisQueueBackend, Worker } from 'bullmq'

/** How long a fetch that failed keeps its error back. */
const FETCH_FAILURE_PAUSE_MS = 200

/**
 * A worker that pauses after a failed fetch. BullMQ's own waits only where nobody listens on the port, and asks again at
 * once after every other error (too many connections, a database that is gone, a Redis that does not let it): for as long
 * as that lasts it would take a whole core, and where the error is one it remembers, no other code of the process would
 * ever run again.
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
      await new Promise((done) => setTimeout(done, FETCH_FAILURE_PAUSE_MS))
      throw error
    }
  }
}
