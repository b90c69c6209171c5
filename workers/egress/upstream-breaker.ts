import type { BreakerLimits } from '#shared/lib/concurrency/circuit-breaker.ts'

/** Circuit breaker of an upstream or a chain node. At least half: unusual requests of one caller do not open it. */
export const UPSTREAM_BREAKER: BreakerLimits = {
  failures: 5,
  memory: 20,
  windowMs: 30_000,
  openMs: 30_000,
  longestOpenMs: 300_000,
  // Every admitted request reports its result.
  probeMs: Number.POSITIVE_INFINITY,
  countsWhileOpen: false,
}
