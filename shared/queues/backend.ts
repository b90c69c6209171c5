import { setTimeout as pause } from 'node:timers/promises'

import { type Job, type PostgresConnectionOptions, type PostgresQueueBackend, Queue, type WorkerOptions } from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'

import { connectionOptions, QUEUE_SCHEMA } from '#shared/db/connection-options.ts'
import type { Log } from '#shared/log.ts'
import { noTracer, type Tracer } from '#shared/tracing/tracer.ts'

import { postgresHints } from './postgres-hints.ts'
import type { Hints } from '../calls/hints.ts'
import { reconnectingPostgresBackend } from './reconnecting-postgres-backend.ts'
import { BackoffWorker } from './backoff-worker.ts'
import type { Pool } from '../calls/pools.ts'
import { redisHints } from './redis-hints.ts'
import { retryDeadlocks } from './retry-deadlocks.ts'

/** Key written to check whether Redis accepts writes. */
const WRITE_PROBE = 'farebox:takes-writes'

/**
 * Data of a job. Ids, because the queue is plain text and may lose everything at any time; and sealed attempts, each
 * of which lets a worker run the first attempt of a call without asking the database (shared/calls/carried-attempt.ts).
 */
export type JobData = {
  ids?: string[]
  carried?: { id: string; sealed: string }[]
  /** Where in their traces the calls were sent, by id; only while tracing is on. */
  traces?: Record<string, string>
  task?: string
  media?: string
  auction?: string
}

export type PoolQueue = Queue<JobData>
export type PoolWorker = BackoffWorker<JobData>

/** The queues and the reply channel of one process, on Redis or on PostgreSQL. */
export type QueueBackend = {
  kind: 'redis' | 'postgres'
  queue: (pool: Pool) => PoolQueue
  worker: (pool: Pool, process: (job: Job<JobData>) => Promise<void>, options: WorkerSettings) => PoolWorker
  hints: Hints
  /** Whether the queue's server accepts jobs now. Redis may answer although it is full or a read-only replica. */
  ready: () => Promise<boolean>
  /** The Redis connection for counters and checks; null on PostgreSQL. */
  redis: Redis | null
  close: () => Promise<void>
}

export type WorkerSettings = Pick<WorkerOptions, 'concurrency'>

const PgQueue = Queue<JobData, void, string, JobData, void, string, PostgresQueueBackend, PostgresConnectionOptions>
const PgWorker = BackoffWorker<JobData, PostgresQueueBackend, PostgresConnectionOptions>

// BullMQ's default pause after a lost connection, 15 s, is longer than most calls may take.
const WORKER_TIMING = { lockDuration: 30_000, stalledInterval: 5_000, maxStalledCount: 1, runRetryDelay: 1_000 }

// By default BullMQ's workers back off up to 20 s, which would extend a long outage.
const retryStrategy = (attempt: number) => Math.min(50 * attempt, 1_000)

/**
 * After a failover the address points to the new master, but old connections stay on the server that is now a replica.
 */
const reconnectOnError = (error: Error) => /\b(?:READONLY|UNBLOCKED)\b/.test(error.message)

/** Opens the queues on Redis when a URL is given, else on PostgreSQL. No other code distinguishes the two. */
export function openQueues(options: {
  redisUrl: string | undefined
  databaseUrl: string
  log: Log
  tracer?: Tracer
}): QueueBackend {
  const { redisUrl, databaseUrl, log, tracer = noTracer } = options
  const traced = tracer.telemetry === undefined ? {} : { telemetry: tracer.telemetry }
  return redisUrl === undefined ? onPostgres(databaseUrl, log, traced) : onRedis(redisUrl, log, traced)
}

/** What queues and workers trace their jobs by; empty while tracing is off. */
type Traced = Pick<WorkerOptions, 'telemetry'>

function onRedis(url: string, log: Log, traced: Traced): QueueBackend {
  const complain = complaints(log, 'redis')
  // An ingress must not hang on a lost Redis. Commands fail at once, and the sweeper enqueues the calls that were held.
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 1_000,
    connectTimeout: 2_000,
    retryStrategy,
    reconnectOnError,
  })
  redis.on('error', complain)
  const queues = new Map<Pool, PoolQueue>()
  const hints = redisHints(url, redis, complain)
  return {
    kind: 'redis',
    redis,
    hints,
    queue: (pool) =>
      memo(queues, pool, () =>
        quiet(
          new Queue<JobData>(pool, {
            ...traced,
            connection: redis,
            skipWaitingForReady: true,
            skipMetasUpdate: true,
            skipVersionCheck: true,
          }),
          complain,
        ),
      ),
    worker: (pool, process, settings) =>
      quiet(
        new BackoffWorker<JobData>(pool, process, {
          ...WORKER_TIMING,
          ...settings,
          ...traced,
          connection: { url, maxRetriesPerRequest: null, reconnectOnError, retryStrategy },
        }),
        complain,
      ),
    ready: () =>
      redis.set(WRITE_PROBE, '1', 'PX', 60_000).then(
        () => true,
        () => false,
      ),
    close: async () => {
      await within(Promise.allSettled([...queues.values()].map((queue) => queue.close())))
      await within(hints.close())
      redis.disconnect()
    },
  }
}

function onPostgres(databaseUrl: string, log: Log, traced: Traced): QueueBackend {
  const complain = complaints(log, 'queue database')
  const pools: pg.Pool[] = []
  // BullMQ finds its tables by the search path, and takes one connection of a pool for LISTEN.
  const poolOf = (max: number) => {
    const pool = new pg.Pool({
      ...connectionOptions,
      connectionString: databaseUrl,
      max,
      options: `-c search_path=${QUEUE_SCHEMA}`,
    })
    pool.on('error', complain)
    // Without a listener, losing a checked-out connection would end the process.
    pool.on('connect', (client) => client.on('error', () => {}))
    retryDeadlocks(pool)
    pools.push(pool)
    // Safe: pg's pool has everything BullMQ uses; only BullMQ's declared type is narrower.
    return pool as unknown as PostgresConnectionOptions & pg.Pool
  }
  let shared: (PostgresConnectionOptions & pg.Pool) | undefined
  const queues = new Map<Pool, PoolQueue>()
  const hints = postgresHints(databaseUrl, complain)
  return {
    kind: 'postgres',
    redis: null,
    hints,
    queue: (pool) =>
      memo(queues, pool, () => {
        shared ??= poolOf(4)
        // Safe: the two backends differ only in their connection, which no caller uses.
        return quiet(
          new PgQueue(pool, { ...traced, connection: shared }, reconnectingPostgresBackend) as unknown as PoolQueue,
          complain,
        )
      }),
    worker: (pool, process, settings) =>
      // Safe: as above.
      quiet(
        new PgWorker(
          pool,
          process,
          { ...WORKER_TIMING, ...settings, ...traced, connection: poolOf(4) },
          reconnectingPostgresBackend,
        ) as unknown as PoolWorker,
        complain,
      ),
    ready: async () => {
      shared ??= poolOf(4)
      return shared.query('select 1').then(
        () => true,
        () => false,
      )
    },
    close: async () => {
      await within(Promise.allSettled([...queues.values()].map((queue) => queue.close())))
      await within(hints.close())
      await within(Promise.allSettled(pools.map((pool) => pool.end())))
    },
  }
}

function memo<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function quiet<Emitter extends { on: (event: 'error', listener: (error: Error) => void) => unknown }>(
  emitter: Emitter,
  complain: (error: Error) => void,
): Emitter {
  emitter.on('error', complain)
  return emitter
}

/** Returns a logger for connection errors. They repeat many times a second, so it logs one line every five seconds. */
function complaints(log: Log, what: string): (error: Error) => void {
  let quietUntil = 0
  return (error) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + 5_000
    log.warn({ err: error }, `${what} trouble`)
  }
}

/** Waits three seconds at most: some closing promises of the queue's backends never settle. */
const within = (work: Promise<unknown>) =>
  Promise.race([work.catch(() => undefined), pause(3_000, undefined, { ref: false })])
