import { setTimeout as pause } from 'node:timers/promises'

/** What a stretch of time held: milliseconds in which at least one source was asked, all waits together, and how many. */
export type Waited = { anyMs: number; allMs: number; asked: number }

type Span = { from: number; to: number }

/** Every source answers after the same fixed delay; when each was waited for is kept until it is taken. */
export class SourceWaits {
  readonly delayMs: number
  #spans: Span[] = []

  constructor(delayMs: number) {
    this.delayMs = delayMs
  }

  /** Answers after the delay. What the answer itself takes is the source's time too. */
  async hold<Answer>(answer: () => Answer | Promise<Answer>): Promise<Answer> {
    const from = performance.now()
    await pause(this.delayMs)
    try {
      return await answer()
    } finally {
      this.#spans.push({ from, to: performance.now() })
    }
  }

  /** What was waited for between two instants of `performance.now()`, and forgets all before. */
  take(began: number, ended: number): Waited {
    const spans = this.#spans
      .map(({ from, to }) => ({ from: Math.max(from, began), to: Math.min(to, ended) }))
      .filter(({ from, to }) => to > from)
      .toSorted((one, other) => one.from - other.from)
    this.#spans = []
    let anyMs = 0
    let until = began
    for (const { from, to } of spans) {
      if (to <= until) continue
      anyMs += to - Math.max(from, until)
      until = to
    }
    return { anyMs, allMs: spans.reduce((sum, { from, to }) => sum + to - from, 0), asked: spans.length }
  }
}
