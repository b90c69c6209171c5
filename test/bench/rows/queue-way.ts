import { createRequire } from 'node:module'

import { Worker } from 'bullmq'
import { z } from 'zod'

/**
 * Loaded before a process of ours (`--import`) by `npm run bench -- queue-ways`: sets what no setting of ours sets. QUEUE_WAY is
 * JSON: whether commands of one turn of the event loop share a write, how many jobs a worker takes at once, and how many seconds it
 * waits at an empty queue.
 */
const Way = z.object({
  autoPipelining: z.boolean().default(false),
  jobsAtOnce: z.int().optional(),
  drainDelay: z.number().optional(),
})
const way = Way.parse(JSON.parse(process.env['QUEUE_WAY'] ?? '{}'))

// Safe: ioredis exports its class, whose defaults are read when a connection is opened.
const { Redis } = createRequire(import.meta.url)('ioredis') as { Redis: { defaultOptions: Record<string, unknown> } }
Redis.defaultOptions['enableAutoPipelining'] = way.autoPipelining

// Safe: BullMQ's own method, which is called with its worker.
const run = Reflect.get(Worker.prototype, 'run') as (this: Worker) => Promise<void>
Worker.prototype.run = async function () {
  if (way.jobsAtOnce !== undefined) this.concurrency = way.jobsAtOnce
  if (way.drainDelay !== undefined) this.opts.drainDelay = way.drainDelay
  return run.call(this)
}
