import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from 'ioredis'

import { Refusal } from '#shared/errors.ts'

/** A named counter: `points` per window of `windowS` seconds. */
export type LimitRule = { name: string; points: number; windowS: number }

/** The state of a counter after a request, for the RateLimit headers. */
export type LimitState = { rule: LimitRule; remaining: number; resetS: number }

export type Limiter = {
  /**
   * Takes `points` (default 1) from the allowance of `who`. Throws `rate_limited` with Retry-After when none is left.
   */
  take: (rule: LimitRule, who: string, points?: number) => Promise<LimitState>
}

type Taking = { points: number; resolve: (state: LimitState) => void; reject: (error: unknown) => void }

/**
 * Counts in Redis if there is one, so that all ingress processes share the counters, else in memory. Falls back to
 * memory while Redis is down, so limits still hold per process. Batches what one turn of the event loop takes from a
 * counter; each request is judged by its position in the batch.
 */
export function createLimiter(redis: Redis | null): Limiter {
  const counters = new Map<string, RateLimiterMemory | RateLimiterRedis>()
  const counterOf = (rule: LimitRule) => {
    const known = counters.get(rule.name)
    if (known !== undefined) return known
    const options = { keyPrefix: `rl:${rule.name}`, points: rule.points, duration: rule.windowS }
    const memory = new RateLimiterMemory(options)
    const made =
      redis === null
        ? memory
        : new RateLimiterRedis({
            ...options,
            storeClient: redis,
            insuranceLimiter: memory,
            inMemoryBlockOnConsumed: rule.points,
          })
    counters.set(rule.name, made)
    return made
  }
  const row = new Map<string, { rule: LimitRule; who: string; takings: Taking[] }>()

  const takeAll = async ({ rule, who, takings }: { rule: LimitRule; who: string; takings: Taking[] }) => {
    const wanted = takings.reduce((sum, { points }) => sum + points, 0)
    try {
      const result = await consumePoints(counterOf(rule), who, wanted)
      const resetS = Math.max(1, Math.ceil(result.msBeforeNext / 1_000))
      // The library reports zero consumed points for a counter it blocks in memory: count it as spent.
      let spent = result.consumedPoints === 0 ? rule.points : result.consumedPoints - wanted
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

/** Consumes points and returns the counter, also when the allowance is exceeded. */
async function consumePoints(
  counter: RateLimiterMemory | RateLimiterRedis,
  who: string,
  points: number,
): Promise<RateLimiterRes> {
  try {
    return await counter.consume(who, points)
  } catch (error) {
    if (error instanceof Error) throw error
    // Safe: the library rejects with its result when the allowance is spent.
    return error as RateLimiterRes
  }
}

const rateLimited = (rule: LimitRule, resetS: number) =>
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
