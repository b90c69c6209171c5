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

/**
 * Returns a function that answers with what `read` found last, and reads again behind that answer when it is older than
 * `freshMs`. Callers wait for a read when there is nothing yet, or only what is older than `oldestMs`.
 */
export function cacheBehind<Answer>(
  { freshMs, oldestMs }: { freshMs: number; oldestMs: number },
  read: () => Promise<Answer>,
): () => Promise<Answer> {
  let last: { answer: Answer; readMs: number } | null = null
  const look = cacheFor(0, async () => {
    const readMs = performance.now()
    const answer = await read()
    last = { answer, readMs }
    return answer
  })
  return async () => {
    const ageMs = last === null ? Infinity : performance.now() - last.readMs
    if (last === null || ageMs > oldestMs) return look()
    if (ageMs > freshMs) look().catch(() => {})
    return last.answer
  }
}
