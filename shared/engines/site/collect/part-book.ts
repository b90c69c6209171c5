import { Refusal, type RefusalCode } from '#shared/errors.ts'

export type PartStatus = 'done' | 'failed' | 'late' | 'not_offered'
export type PartLine = { step: string; slug: string | null; status: PartStatus; took_ms: number }
export type PartFailure = RefusalCode | 'late'

const LATE = Symbol('late')

/**
 * Takes the parts of a workflow that may fail: a part's refusal is noted and the rest goes on. What has not ended when
 * the budget is over is left behind. A fault of ours is thrown.
 */
export class PartBook {
  readonly lines: PartLine[] = []
  readonly failures = new Map<string, PartFailure>()
  readonly #now: () => Date
  readonly #over: Promise<typeof LATE>

  constructor(now: () => Date, over: AbortSignal) {
    this.#now = now
    this.#over = new Promise((done) => {
      if (over.aborted) done(LATE)
      over.addEventListener('abort', () => done(LATE), { once: true })
    })
  }

  /** The part's answer, or null when it failed or came too late. */
  async take<Answer>(step: string, slug: string | null, work: () => Promise<Answer>): Promise<Answer | null> {
    const line: PartLine = { step, slug, status: 'done', took_ms: 0 }
    this.lines.push(line)
    const began = this.#now().getTime()
    const working = work()
    // Its result is no longer needed, so a later failure is ignored.
    working.catch(() => undefined)
    try {
      const answer = await Promise.race([working, this.#over])
      if (answer !== LATE) return answer
      line.status = 'late'
      this.failures.set(step, 'late')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      line.status = 'failed'
      this.failures.set(step, error.code)
    } finally {
      line.took_ms = this.#now().getTime() - began
    }
    return null
  }

  /** Notes a part that is not for sale here yet. */
  skip(slug: string): void {
    this.lines.push({ step: slug, slug, status: 'not_offered', took_ms: 0 })
  }
}
