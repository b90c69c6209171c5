/** Milliseconds for which other work waits at most each time, so that it goes on however many ask. */
const MOST_MS = 250

export type Precedence = {
  /** Does work that somebody waits for. */
  first: <Answer>(work: () => Promise<Answer>) => Promise<Answer>
  /** Resolves once nothing of that is being done, at the latest after 250 ms. */
  giveWay: () => Promise<void>
}

/** Returns two sides of one process: work that somebody waits for, and work that gives way to it. */
export function precedence(mostMs = MOST_MS): Precedence {
  let running = 0
  const waiting = new Set<() => void>()
  return {
    async first(work) {
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
        if (running === 0) for (const goOn of waiting) goOn()
      }
    },
    giveWay() {
      if (running === 0) return Promise.resolve()
      return new Promise((done) => {
        const goOn = () => {
          clearTimeout(late)
          waiting.delete(goOn)
          done()
        }
        const late = setTimeout(goOn, mostMs)
        waiting.add(goOn)
      })
    },
  }
}
