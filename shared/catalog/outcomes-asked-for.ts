import { evidenceOf } from '#shared/router/plan/evidence.ts'
import { intents } from '#shared/router/intents/phrases.ts'
import { scoreIntents } from '#shared/router/intents/score-intents.ts'
import { readAll } from '#shared/router/values/known.ts'

/** From here a need says by itself which outcome it means. */
const CLEAR = 0.74

/**
 * Returns the outcomes that a need clearly asks for by the phrases of the goal router, with how clearly, 0 to 1. Likeness is left
 * out: its index takes a second to make, which a call would wait for.
 */
export function outcomesAskedFor(need: string, now: Date): ReadonlyMap<string, number> {
  const known = readAll(need, '', now)
  return new Map(
    scoreIntents(intents(), evidenceOf(known))
      .filter(({ score }) => score >= CLEAR)
      .map(({ intent, score }) => [intent.slug, Math.min(1, score)] as const),
  )
}
