import { Cluster, type Redis } from 'ioredis'

import type { Log } from '#shared/log.ts'

import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

const LIMIT_MS = 1_000
const KEEP_MS = 60_000

/** Redis settings that lose queued work, one sentence each. Null when Redis does not answer within a second. */
export async function redisWarnings(redis: Redis | Cluster | null): Promise<string[] | null> {
  if (redis === null) return []
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis]
  // INFO shows both settings, and managed services that forbid CONFIG allow it.
  const read = async (server: Redis) => [await server.info('memory'), await server.info('persistence')].join('\n')
  const infos = await withinLimit(LIMIT_MS, Promise.all(servers.map(read)))
  return infos === null ? null : [...new Set(infos.flatMap(brokenRules))]
}

/**
 * Watches that Redis does not lose data: no eviction, and an append-only file. Logs each new violation, when the
 * connection comes up and on reads. The returned function caches its answer for a minute.
 */
export function watchRedisRules(
  redis: Redis | Cluster | null,
  log: Pick<Log, 'warn'>,
): () => Promise<readonly string[]> {
  if (redis === null) return () => Promise.resolve([])
  let known: readonly string[] = []
  let askedAt = Number.NEGATIVE_INFINITY
  const ask = async () => {
    askedAt = performance.now()
    const found = (await redisWarnings(redis)) ?? known
    for (const warning of found) if (!known.includes(warning)) log.warn(warning)
    known = found
    return known
  }
  redis.on('ready', () => void ask())
  if (redis.status === 'ready') void ask()
  return async () => (performance.now() - askedAt < KEEP_MS ? known : ask())
}

/** Violated settings in the text of INFO, one sentence each. A missing setting counts as fine. */
export function brokenRules(info: string): string[] {
  const facts = new Map(Array.from(info.matchAll(/^(\w+):(.*?)\r?$/gm), ([, name = '', value = '']) => [name, value]))
  const policy = facts.get('maxmemory_policy') ?? 'noeviction'
  const warnings: string[] = []
  if (policy !== 'noeviction') {
    warnings.push(`Redis runs with maxmemory-policy ${policy} and may drop queued jobs; set it to noeviction.`)
  }
  if (facts.get('aof_enabled') === '0') {
    warnings.push('Redis runs without an append-only file and forgets its queues when it restarts; set appendonly yes.')
  }
  return warnings
}
