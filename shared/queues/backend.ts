import { setTimeout as pause } from 'node:timers/promises'

import { type Job, type PostgresConnectionOptions, type PostgresQueueBackend, Queue, type WorkerOptions } from 'bullmq'
import type { Cluster, Redis } from 'ioredis'
import pg from 'pg'

import { connectionOptions, QUEUE_SCHEMA } from '#shared/db/connection-options.ts'
import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'
import type { Log } from '#shared/log.ts'
import { noTracer, type Tracer } from '#shared/tracing/tracer.ts'

import { postgresHints } from './postgres-hints.ts'
import type { Hints } from '../calls/hints.ts'
import { reconnectingPostgresBackend } from './reconnecting-postgres-backend.ts'
import { BackoffWorker } from './backoff-worker.ts'
import { type Pool, POOLS } from '../calls/pools.ts'
import { type ConnectOptions, connectRedis, redisRetryMs } from './connect-redis.ts'
import { redisHints } from './redis-hints.ts'
import type { RedisMode, RedisTarget } from '#shared/redis-target.ts'
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
  /** Sealed attempts of calls among `ids`, which a worker may run without starting the call. */
  offers?: { id: string; sealed: string }[]
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
  /** Whether pools may live on different servers (Redis Cluster), so that one may be away while others work. */
  isSpread: boolean
  /**
   * Whether the queue's server accepts jobs now: that of a pool, or of any pool. Redis may answer although it is full or a
   * read-only replica.
   */
  ready: (pool?: Pool) => Promise<boolean>
  /** The Redis connection for counters and checks; null on PostgreSQL. */
  redis: Redis | Cluster | null
  close: () => Promise<void>
}

export type WorkerSettings = Pick<WorkerOptions, 'concurrency'>

const PgQueue = Queue<JobData, void, string, JobData, void, string, PostgresQueueBackend, PostgresConnectionOptions>
const PgWorker = BackoffWorker<JobData, PostgresQueueBackend, PostgresConnectionOptions>

// BullMQ's default pause after a lost connection, 15 s, is longer than most calls may take.
const WORKER_TIMING = { lockDuration: 30_000, stalledInterval: 5_000, maxStalledCount: 1, runRetryDelay: 1_000 }

/**
 * After a failover the address points to the new master, but old connections stay on the server that is now a replica.
 */
const reconnectOnError = (error: Error) => /\b(?:READONLY|UNBLOCKED)\b/.test(error.message)

/** Opens the queues on Redis when a URL is given, else on PostgreSQL. No other code distinguishes the two. */
export function openQueues(options: {
  redisUrl: string | undefined
  /** How the servers of `redisUrl` work together; one server unless given. */
  redisMode?: RedisMode
  /** For queues in PostgreSQL: an address without a pooler in between, because workers LISTEN. */
  databaseUrl: string
  log: Log
  tracer?: Tracer
}): QueueBackend {
  const { redisUrl, redisMode = { kind: 'single' }, databaseUrl, log, tracer = noTracer } = options
  const traced = tracer.telemetry === undefined ? {} : { telemetry: tracer.telemetry }
  if (redisUrl === undefined) return onPostgres(databaseUrl, log, traced)
  return onRedis({ url: redisUrl, mode: redisMode }, log, traced)
}

/** What queues and workers trace their jobs by; empty while tracing is off. */
type Traced = Pick<WorkerOptions, 'telemetry'>

// An ingress must not hang on a lost Redis. Commands fail at once, and the sweeper enqueues the calls that were held.
const PRODUCER = {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  commandTimeout: 1_000,
  connectTimeout: 2_000,
  reconnectOnError,
} satisfies ConnectOptions
const CONSUMER = { maxRetriesPerRequest: null, reconnectOnError } satisfies ConnectOptions
const PROBE_MS = 1_000

function onRedis(target: RedisTarget, log: Log, traced: Traced): QueueBackend {
  const complain = complaints(log, 'redis')
  const redis = connectRedis(target, PRODUCER)
  redis.on('error', complain)
  const queues = new Map<Pool, PoolQueue>()
  const workerConnections: (Redis | Cluster)[] = []
  const hints = redisHints(target, redis, complain)
  const isSpread = target.mode.kind === 'cluster'
  // Every command of BullMQ uses keys of one queue: the hash tag keeps those in one slot of a cluster.
  const placed = (pool: Pool) => (isSpread ? { prefix: `{${pool}}` } : {})
  const consumer = () => {
    if (target.mode.kind === 'single') return { url: target.url, ...CONSUMER, retryStrategy: redisRetryMs }
    const connection = quiet(connectRedis(target, CONSUMER), complain)
    workerConnections.push(connection)
    return connection
  }
  const takesWrites = async (key: string) =>
    (await withinLimit(
      PROBE_MS,
      redis.set(key, '1', 'PX', 60_000).then(() => true),
    )) === true
  return {
    kind: 'redis',
    isSpread,
    redis,
    hints,
    queue: (pool) =>
      memo(queues, pool, () =>
        quiet(
          new Queue<JobData>(pool, {
            ...traced,
            ...placed(pool),
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
          ...placed(pool),
          connection: consumer(),
        }),
        complain,
      ),
    async ready(pool) {
      if (!isSpread) return takesWrites(WRITE_PROBE)
      const asked = pool === undefined ? POOLS : [pool]
      const answers = await Promise.all(asked.map((one) => takesWrites(`{${one}}:${WRITE_PROBE}`)))
      return answers.includes(true)
    },
    close: async () => {
      await within(Promise.allSettled([...queues.values()].map((queue) => queue.close())))
      await within(hints.close())
      for (const connection of [redis, ...workerConnections]) connection.disconnect()
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
    isSpread: false,
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
