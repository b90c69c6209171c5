import { evidenceOf } from '#shared/router/plan/evidence.ts'
import { scoreGoal } from '#shared/router/plan/score-goal.ts'
import { toolsOf } from '#shared/router/tool.ts'
import { readAll } from '#shared/router/values/known.ts'

import { catalog } from './catalog.ts'

/** From here a need says by itself which outcome it means. */
const CLEAR = 0.74

/** Returns the outcomes that a need clearly asks for as the goal router reads it, with how clearly, 0 to 1. */
export function outcomesAskedFor(need: string, now: Date): ReadonlyMap<string, number> {
  const known = readAll(need, '', now)
  return new Map(
    scoreGoal(known, evidenceOf(known), toolsOf(catalog))
      .filter(({ score }) => score >= CLEAR)
      .map(({ intent, score }) => [intent.slug, Math.min(1, score)] as const),
  )
}
