/** Seconds between the attempts of a delivery: ten in all, over some 75 hours. */
export const RETRY_AFTER_S: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

/** Days of nothing but failures after which a webhook is disabled. */
export const FAILING_DAYS = 5

/** Part of a pause by which it may be longer, so that receivers that come back are not met by everybody at once. */
const JITTER = 0.1

/**
 * Seconds until a delivery is tried again after its `attempt`-th attempt (from 1) failed; null when it was the last one.
 * `retryAfterS`, what the receiver asked for, lengthens the pause, to a day at most. `random` is between 0 and 1.
 */
export function retryAfter(attempt: number, retryAfterS: number | null, random: number): number | null {
  const pauseS = RETRY_AFTER_S[attempt - 1]
  if (pauseS === undefined) return null
  return Math.min(Math.max(pauseS * (1 + JITTER * random), retryAfterS ?? 0), 86_400 * (1 + JITTER))
}
