import type { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { PartBook, type PartFailure } from '#shared/engines/site/collect/part-book.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

/** Why a part is missing, in words. */
const WORDS: Partial<Record<PartFailure, string>> = {
  late: 'not ready in time',
  timeout: 'not ready in time',
  upstream_unavailable: 'its sources did not answer',
  url_not_allowed: 'the address may not be fetched',
  unavailable: 'nobody runs this part right now',
  internal: 'failed on our side',
}

/** Calls other outcomes as parts that may fail, side by side; what fails is noted and the rest goes on. */
export class PartCaller {
  readonly book: PartBook
  readonly #ctx: OutcomeContext
  readonly #named: (step: string) => string

  /** `named` makes a step's name from a part's, where one call looks at several companies. */
  constructor(ctx: OutcomeContext, over: AbortSignal, named = (step: string) => step) {
    this.#ctx = ctx
    this.#named = named
    this.book = new PartBook(ctx.now, over)
  }

  /** The part's answer; null when it failed, came too late, answered in another form, or is not for sale here. */
  async call<Shape extends z.ZodType>(
    slug: string,
    input: unknown,
    shape: Shape,
    part = slug,
  ): Promise<z.output<Shape> | null> {
    if ((await this.#ctx.reliability(slug)) === null) {
      this.book.skip(slug)
      return null
    }
    const step = this.#named(part)
    return this.book.take(step, slug, async () => {
      const read = shape.safeParse(await this.#ctx.call(slug, input, step))
      if (read.success) return read.data
      throw new Refusal('internal', 'A part answered in a form that is not read.', {}, { cause: read.error })
    })
  }

  /** Own work as a part. */
  own<Answer>(part: string, work: () => Promise<Answer>): Promise<Answer | null> {
    return this.book.take(this.#named(part), null, work)
  }

  /** Notes that the sources of own work did not answer, although the work itself ended. */
  fail(part: string): void {
    this.book.failures.set(this.#named(part), 'upstream_unavailable')
  }

  /** What is missing because a part failed, one line each. */
  unknowns(): string[] {
    const skipped = this.book.lines
      .filter(({ status }) => status === 'not_offered')
      .map(({ step }) => `${step}: not offered here`)
    return [
      ...[...this.book.failures].map(([step, code]) => `${step}: ${WORDS[code] ?? code.replaceAll('_', ' ')}`),
      ...skipped,
    ]
  }
}
