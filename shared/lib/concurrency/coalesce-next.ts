type Look<Answer> = { ended: Promise<void>; next: Promise<Answer> | null }

/**
 * Coalesces concurrent lookups with the same key. A request that arrives while a lookup is running shares the next one,
 * which starts when the running one ends: no request gets an answer that was looked up before it asked. The result
 * object is shared, so callers must not change it. When a lookup throws, it throws for all that share it.
 */
export function coalesceNext<Answer>() {
  const looks = new Map<string, Look<Answer>>()

  const begin = (question: string, look: () => Promise<Answer>): Promise<Answer> => {
    const answer = look()
    const end = () => {
      if (mine.next === null) looks.delete(question)
    }
    const mine: Look<Answer> = { next: null, ended: answer.then(end, end) }
    looks.set(question, mine)
    return answer
  }

  return async (question: string, look: () => Promise<Answer>): Promise<Answer> => {
    const current = looks.get(question)
    if (current === undefined) return begin(question, look)
    current.next ??= current.ended.then(() => begin(question, look))
    return current.next
  }
}
