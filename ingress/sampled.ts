/**
 * Answers with what `read` found at most `freshMs` ago. Who asks while a reading is under way shares it, so that a source
 * that hangs holds one connection and not one for each who asks.
 */
export function sampled<Answer>(read: () => Promise<Answer>, freshMs: number): () => Promise<Answer> {
  let answer: Promise<Answer> | null = null
  let readAt = -Infinity
  let underWay = false
  return () => {
    if (answer !== null && (underWay || performance.now() - readAt < freshMs)) return answer
    readAt = performance.now()
    underWay = true
    answer = read().finally(() => {
      underWay = false
    })
    return answer
  }
}
