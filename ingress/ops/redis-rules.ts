import type { Redis } from 'ioredis'

import type { Log } from '#shared/log.ts'

import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

const LIMIT_MS = 1_000
const KEEP_MS = 60_000

/** What Redis, asked now, does that loses queued work: a sentence each; null when it does not answer. */
export async function redisWarnings(redis: Redis | null): Promise<string[] | null> {
  if (redis === null) return []
  // INFO tells both rules and is allowed where managed services forbid CONFIG.
  const info = await withinLimit(LIMIT_MS, Promise.all([redis.info('memory'), redis.info('persistence')]))
  return info === null ? null : brokenRules(info.join('\n'))
}

/**
 * Watches whether Redis keeps what it is given: no eviction, and an append-only file. Each broken rule is logged when
 * the connection comes up and told by the returned function, which asks again after a minute.
 */
export function watchRedisRules(redis: Redis | null, log: Pick<Log, 'warn'>): () => Promise<readonly string[]> {
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

/** The rules that the text of INFO shows broken, a sentence each. What INFO does not say is not held against it. */
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
