import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Cluster, Redis } from 'ioredis'

import { Refusal } from '#shared/errors.ts'
import type { LimitRule } from '#shared/limits.rules.ts'
import { WindowCounter } from '#shared/lib/concurrency/window-counter.ts'

/** The state of a counter after a request, for the RateLimit headers. */
export type LimitState = { rule: LimitRule; remaining: number; resetS: number }

export type Limiter = {
  /**
   * Takes `points` (default 1) from the allowance of `who`. Throws `rate_limited` with Retry-After when none is left.
   */
  take: (rule: LimitRule, who: string, points?: number) => Promise<LimitState>
}

/** Points of a counter before these, and the seconds until its window ends. */
type Counted = { before: number; resetS: number }

/** Names one counter holds in memory. It bounds the memory; the oldest is forgotten. */
const MOST_NAMES = 100_000

type Taking = { points: number; resolve: (state: LimitState) => void; reject: (error: unknown) => void }

/**
 * Counts in Redis if there is one, so that all ingress processes share the counters, else in memory. Falls back to
 * memory while Redis is down, so limits still hold per process. Batches what one turn of the event loop takes from a
 * counter; each request is judged by its position in the batch.
 */
export function createLimiter(redis: Redis | Cluster | null): Limiter {
  const counters = new Map<string, { memory: WindowCounter; shared: RateLimiterRedis | null }>()
  const countersOf = (rule: LimitRule) => {
    const known = counters.get(rule.name)
    if (known !== undefined) return known
    const made = {
      memory: new WindowCounter({ windowMs: rule.windowS * 1_000, mostNames: MOST_NAMES }),
      shared:
        redis === null
          ? null
          : new RateLimiterRedis({
              keyPrefix: `rl:${rule.name}`,
              points: rule.points,
              duration: rule.windowS,
              storeClient: redis,
              inMemoryBlockOnConsumed: rule.points,
            }),
    }
    counters.set(rule.name, made)
    return made
  }
  const count = async (rule: LimitRule, who: string, points: number): Promise<Counted> => {
    const { memory, shared } = countersOf(rule)
    const state = shared === null ? null : await consumePoints(shared, who, points)
    if (state === null) return { before: memory.add(who, points) - points, resetS: memory.resetS(who) }
    // The library reports zero consumed points for a counter it blocks in memory: count it as spent.
    const before = state.consumedPoints === 0 ? rule.points : state.consumedPoints - points
    return { before, resetS: Math.max(1, Math.ceil(state.msBeforeNext / 1_000)) }
  }
  const row = new Map<string, { rule: LimitRule; who: string; takings: Taking[] }>()

  const takeAll = async ({ rule, who, takings }: { rule: LimitRule; who: string; takings: Taking[] }) => {
    const wanted = takings.reduce((sum, { points }) => sum + points, 0)
    try {
      const { before, resetS } = await count(rule, who, wanted)
      let spent = before
      for (const { points, resolve, reject } of takings) {
        spent += points
        if (spent <= rule.points) resolve({ rule, remaining: rule.points - spent, resetS })
        else reject(rateLimited(rule, resetS))
      }
    } catch (error) {
      for (const { reject } of takings) reject(error)
    }
  }

  return {
    take: (rule, who, points = 1) =>
      new Promise((resolve, reject) => {
        if (row.size === 0) {
          setImmediate(() => {
            const counted = [...row.values()]
            row.clear()
            for (const one of counted) void takeAll(one)
          })
        }
        const id = `${rule.name}:${who}`
        const waiting = row.get(id)
        if (waiting === undefined) row.set(id, { rule, who, takings: [{ points, resolve, reject }] })
        else waiting.takings.push({ points, resolve, reject })
      }),
  }
}

/** Consumes points and returns the counter, also when the allowance is exceeded. Null when Redis is down. */
async function consumePoints(counter: RateLimiterRedis, who: string, points: number): Promise<RateLimiterRes | null> {
  try {
    return await counter.consume(who, points)
  } catch (error) {
    // Safe: the library rejects with its result when the allowance is spent, and with an Error of Redis.
    return error instanceof Error ? null : (error as RateLimiterRes)
  }
}

/** The refusal of a request over a limit. `resetS`: seconds until its window ends. */
export const rateLimited = (rule: LimitRule, resetS: number) =>
  new Refusal(
    'rate_limited',
    `The limit of ${rule.points} a ${rule.windowS === 60 ? 'minute' : `${rule.windowS} s`} (${rule.name}) is spent.`,
    {
      retryAfterS: resetS,
      fix: { action: `Wait ${resetS} s and send the request again.` },
      extra: { limit: { name: rule.name, points: rule.points, window_s: rule.windowS } },
    },
  )

/**
 * `RateLimit-Policy` and `RateLimit` of the IETF draft (draft-ietf-httpapi-ratelimit-headers), and the older
 * X-RateLimit headers.
 */
export const limitHeaders = ({ rule, remaining, resetS }: LimitState): Record<string, string> => ({
  'RateLimit-Policy': `"${rule.name}";q=${rule.points};w=${rule.windowS}`,
  RateLimit: `"${rule.name}";r=${remaining};t=${resetS}`,
  'X-RateLimit-Limit': String(rule.points),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetS),
})
