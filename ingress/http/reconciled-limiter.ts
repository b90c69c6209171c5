import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Cluster, Redis } from 'ioredis'

import type { LimitRule } from '#shared/limits.rules.ts'

import { type Limiter, rateLimited } from './limiter.ts'

/** How often what was taken here is told to Redis, and what others took is learned from it. */
export const RECONCILE_MS = 50

/** Names one rule holds in memory. It bounds the memory; the oldest is forgotten. */
const MOST_NAMES = 100_000

/** Adds points to the shared counter of a name; returns all points of its window, and when that ends. Throws while Redis is down. */
export type AddShared = (rule: LimitRule, who: string, points: number) => Promise<{ points: number; leftMs: number }>

/** `shared`: all points of the window as Redis last said; `own`: points taken here that it does not know yet. */
type Window = { shared: number; own: number; until: number }

/**
 * Counts in this process and reconciles with Redis every 50 ms, so that no request waits for Redis. One process alone never
 * exceeds a limit. Several together may, before they learn of each other: by what each takes in 50 ms and a round trip,
 * and never by more than the limit for each further process. While Redis is down, limits hold for each process.
 */
export function reconciledLimiter(addShared: AddShared, now: () => number = () => performance.now()): Limiter {
  const windows = new Map<string, Map<string, Window>>()
  const changed = new Map<string, { rule: LimitRule; who: string; window: Window }>()
  let isScheduled = false

  const windowOf = (rule: LimitRule, who: string): Window => {
    let ofRule = windows.get(rule.name)
    if (ofRule === undefined) windows.set(rule.name, (ofRule = new Map<string, Window>()))
    const known = ofRule.get(who)
    if (known !== undefined && known.until > now()) return known
    // Map keeps insertion order.
    const [oldest] = ofRule.keys()
    if (known === undefined && ofRule.size >= MOST_NAMES && oldest !== undefined) ofRule.delete(oldest)
    const opened = { shared: 0, own: 0, until: now() + rule.windowS * 1_000 }
    ofRule.set(who, opened)
    return opened
  }

  const reconcile = async ({ rule, who, window }: { rule: LimitRule; who: string; window: Window }) => {
    const told = window.own
    window.own = 0
    window.shared += told
    try {
      const { points, leftMs } = await addShared(rule, who, told)
      window.shared = points
      window.until = now() + leftMs
    } catch {
      // Told with the next points that are taken here. Until then they count here as before.
      window.shared -= told
      window.own += told
    }
  }

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      const all = [...changed.values()]
      changed.clear()
      for (const one of all) void reconcile(one)
    }, RECONCILE_MS).unref()
  }

  return {
    // oxlint-disable-next-line typescript/require-await -- a Limiter may have to wait; this one never does
    async take(rule, who, points = 1) {
      const window = windowOf(rule, who)
      const resetS = Math.max(1, Math.ceil((window.until - now()) / 1_000))
      const spent = window.shared + window.own
      // Beyond the limit nothing changes any more, so nothing is told.
      if (spent > rule.points) throw rateLimited(rule, resetS)
      window.own += points
      changed.set(`${rule.name}:${who}`, { rule, who, window })
      schedule()
      if (spent + points > rule.points) throw rateLimited(rule, resetS)
      return { rule, remaining: rule.points - spent - points, resetS }
    },
  }
}

/** The shared counters in Redis. They are those of `createLimiter`. */
export function redisCounters(redis: Redis | Cluster): AddShared {
  const counters = new Map<string, RateLimiterRedis>()
  return async (rule, who, points) => {
    let counter = counters.get(rule.name)
    if (counter === undefined) {
      const { name, points: most, windowS } = rule
      counter = new RateLimiterRedis({ keyPrefix: `rl:${name}`, points: most, duration: windowS, storeClient: redis })
      counters.set(name, counter)
    }
    const { consumedPoints, msBeforeNext } = await counter.consume(who, points).catch((error: unknown) => {
      // The library rejects with its result when the allowance is spent, and with an Error of Redis.
      if (error instanceof RateLimiterRes) return error
      throw error
    })
    return { points: consumedPoints, leftMs: msBeforeNext }
  }
}
