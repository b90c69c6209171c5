/**
 * Returns a function that caches the result of `read` for `maxAgeMs`. Concurrent calls share one read, so a source that
 * hangs occupies one connection.
 */
export function cacheFor<Answer>(maxAgeMs: number, read: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | null = null
  let readAt = -Infinity
  let isReading = false
  return () => {
    if (answer !== null && (isReading || performance.now() - readAt < maxAgeMs)) return answer
    readAt = performance.now()
    isReading = true
    answer = read().finally(() => {
      isReading = false
    })
    return answer
  }
}

/** Returns a function whose concurrent calls share one run of `read`. Nothing is cached afterwards. */
export const singleFlight = <Answer>(read: () => Promise<Answer>): (() => Promise<Answer>) => cacheFor(0, read)
