import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from 'ioredis'

import { Refusal } from '#shared/errors.ts'

/** What is counted, each with its own points a window. */
export type LimitRule = { name: string; points: number; windowS: number }

/** The state of a counter after a request, for the RateLimit headers. */
export type LimitState = { rule: LimitRule; remaining: number; resetS: number }

export type Limiter = {
  /** Takes `points` (one unless said) of `who`'s allowance. Throws `rate_limited` with Retry-After when none is left. */
  take: (rule: LimitRule, who: string, points?: number) => Promise<LimitState>
}

/**
 * Counts in Redis when there is one, so that every ingress shares the counters, else in memory. When Redis does not
 * answer, each process counts for itself: limited, not open.
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
  return {
    async take(rule, who, points = 1) {
      try {
        return stateOf(rule, await counterOf(rule).consume(who, points))
      } catch (error) {
        if (error instanceof Error) throw error
        // Safe: the library rejects with its result when the allowance is spent.
        const state = stateOf(rule, error as RateLimiterRes)
        throw new Refusal(
          'rate_limited',
          `The limit of ${rule.points} a ${rule.windowS === 60 ? 'minute' : `${rule.windowS} s`} (${rule.name}) is spent.`,
          {
            retryAfterS: state.resetS,
            fix: { action: `Wait ${state.resetS} s and send the request again.` },
            extra: { limit: { name: rule.name, points: rule.points, window_s: rule.windowS } },
          },
        )
      }
    },
  }
}

const stateOf = (rule: LimitRule, result: RateLimiterRes): LimitState => ({
  rule,
  remaining: Math.max(0, result.remainingPoints),
  resetS: Math.max(1, Math.ceil(result.msBeforeNext / 1_000)),
})

/** `RateLimit-Policy` and `RateLimit` of the IETF draft, and the older names clients still read. */
export const limitHeaders = ({ rule, remaining, resetS }: LimitState): Record<string, string> => ({
  'RateLimit-Policy': `"${rule.name}";q=${rule.points};w=${rule.windowS}`,
  RateLimit: `"${rule.name}";r=${remaining};t=${resetS}`,
  'X-RateLimit-Limit': String(rule.points),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetS),
})
