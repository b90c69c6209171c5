type Look<Answer> = { ended: Promise<void>; next: Promise<Answer> | null }

/**
 * One look for all who ask the same at the same time. Whoever asks while a look is under way shares the next one, which
 * begins when that has ended: nobody gets an answer that was looked up before they asked. Answers are shared as they are,
 * so nobody may change them; a look that throws, throws for all who share it.
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
