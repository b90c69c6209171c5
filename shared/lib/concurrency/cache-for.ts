/**
 * Returns a function that answers with what `read` returned at most `maxAgeMs` ago. Calls that arrive while a read is
 * under way share it, so a source that hangs holds one connection. A read that fails is not kept.
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

/** Returns a function whose concurrent calls share one run of `read`; nothing is kept afterwards. */
export const singleFlight = <Answer>(read: () => Promise<Answer>): (() => Promise<Answer>) => cacheFor(0, read)
