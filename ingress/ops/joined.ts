/** Makes callers that ask while an answer is under way share it, so that asking a slow source piles nothing up. */
export function joined<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | null = null
  return () => {
    underWay ??= ask().finally(() => {
      underWay = null
    })
    return underWay
  }
}
