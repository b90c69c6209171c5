import type { Attempt } from './attempt-log.ts'
import type { RetryVerdict } from './retry-verdict.ts'

export type TargetHealth = RetryVerdict['per_target'][number] & { openedAt: number | null; probeAt: number | null }

/** Requests a target must have had, and the share of failures that opens its circuit. */
const FEWEST = 10
const OPENING_RATE = 0.5
const LONGEST_WAIT_MS = 30_000

/** Each target's circuit over the window, busiest first. It opens when half of ten or more requests failed. */
export function targetHealth(window: readonly Attempt[], now: number, capMs: number): TargetHealth[] {
  const byTarget = Map.groupBy(window, ({ event }) => event.target)
  return [...byTarget]
    .map(([target, attempts]): TargetHealth => {
      let failures = 0
      let openedAt: number | null = null
      let lastFailure = 0
      for (const [at, attempt] of attempts.entries()) {
        if (attempt.failed) {
          failures += 1
          lastFailure = attempt.at
        }
        const isOpen = at + 1 >= FEWEST && failures / (at + 1) >= OPENING_RATE
        openedAt = isOpen ? (openedAt ?? attempt.at) : null
      }
      const probeAt = openedAt === null ? null : lastFailure + Math.min(capMs, LONGEST_WAIT_MS)
      return {
        target,
        requests: attempts.length,
        failures,
        retries: attempts.filter(({ number }) => number > 1).length,
        state: probeAt === null ? 'closed' : now >= probeAt ? 'half_open' : 'open',
        openedAt,
        probeAt,
      }
    })
    .sort((a, b) => b.requests - a.requests || (a.target < b.target ? -1 : 1))
}
