import type { Config } from '#shared/config.ts'
import type { Log } from '#shared/log.ts'
import { openQueues, type QueueBackend } from '#shared/queues/backend.ts'
import type { Tracer } from '#shared/tracing/tracer.ts'

/** Opens the queues that the settings name. */
export const openConfiguredQueues = (config: Config, log: Log, tracer?: Tracer): QueueBackend =>
  openQueues({
    redisUrl: config.REDIS_URL,
    redisMode: config.redisMode,
    databaseUrl: config.databaseDirectUrl,
    log,
    ...(tracer === undefined ? {} : { tracer }),
  })
