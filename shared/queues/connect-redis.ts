import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'

import { type RedisTarget, redisAddresses } from '#shared/redis-target.ts'

/** How often the map of a cluster's slots is read again although no command was redirected. */
const SLOTS_REFRESH_MS = 5_000
/** Times a command of a cluster follows a moved slot or waits for a master, 100 ms each. */
const MOST_REDIRECTIONS = 8

/** Options of a connection, whichever the mode. */
export type ConnectOptions = Pick<
  RedisOptions,
  'maxRetriesPerRequest' | 'enableOfflineQueue' | 'commandTimeout' | 'connectTimeout' | 'reconnectOnError'
> &
  Pick<ClusterOptions, 'shardedSubscribers'>

/** By default BullMQ's workers back off up to 20 s, which would extend a long outage. */
export const redisRetryMs = (attempt: number) => Math.min(50 * attempt, 1_000)

/** Opens a connection that connects again by itself, to whichever servers are there then. */
export function connectRedis(target: RedisTarget, options: ConnectOptions): Redis | Cluster {
  const { shardedSubscribers = false, ...own } = options
  if (target.mode.kind === 'single') return new Redis(target.url, { ...own, retryStrategy: redisRetryMs })
  const addresses = redisAddresses(target.url)
  const { username, password, db, isTls } = addresses[0] ?? { username: '', password: '', db: 0, isTls: false }
  const secured = {
    ...own,
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    ...(isTls ? { tls: {} } : {}),
  }
  if (target.mode.kind === 'sentinel') {
    return new Redis({
      ...secured,
      db,
      retryStrategy: redisRetryMs,
      name: target.mode.master,
      sentinels: addresses.map(({ host, port }) => ({ host, port: port ?? 26_379 })),
      sentinelRetryStrategy: redisRetryMs,
      sentinelCommandTimeout: 2_000,
      // A failover is heard of, and connections to the former master end.
      failoverDetector: true,
      ...(isTls ? { sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
      ...(target.mode.password === undefined ? {} : { sentinelPassword: target.mode.password }),
    })
  }
  const { enableOfflineQueue = true, ...redisOptions } = secured
  return new Cluster(
    addresses.map(({ host, port }) => ({ host, port: port ?? 6_379 })),
    {
      redisOptions,
      enableOfflineQueue,
      shardedSubscribers,
      clusterRetryStrategy: redisRetryMs,
      maxRedirections: MOST_REDIRECTIONS,
      slotsRefreshTimeout: 2_000,
      slotsRefreshInterval: SLOTS_REFRESH_MS,
      // Certificates name hosts, so what the cluster calls its servers is not resolved before they are checked.
      ...(isTls
        ? { dnsLookup: (host: string, found: (error: null, address: string) => void) => found(null, host) }
        : {}),
    },
  )
}
