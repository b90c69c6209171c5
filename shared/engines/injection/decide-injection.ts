import type { InjectionSource } from './injection-rule.ts'

export const injectionDecisions = ['allow', 'review', 'block'] as const
export type InjectionDecision = (typeof injectionDecisions)[number]

/** Scores from which on a text of each source is blocked and reviewed. */
export const injectionThresholds: Readonly<Record<InjectionSource, { block: number; review: number }>> = {
  user: { block: 90, review: 60 },
  unknown: { block: 80, review: 45 },
  web_page: { block: 70, review: 35 },
  tool_output: { block: 70, review: 35 },
  email: { block: 70, review: 35 },
  document: { block: 70, review: 35 },
  memory: { block: 60, review: 25 },
  tool_description: { block: 60, review: 25 },
}

const MANY_LETTERS = 8

/** Tag characters that spell words have no use but to speak past people; only a user may paste them by accident. */
export function decideInjection({
  score,
  source,
  tagText,
}: {
  score: number
  source: InjectionSource
  tagText: string | null
}): InjectionDecision {
  const letters = tagText?.match(/[a-z]/gi)?.length ?? 0
  if (letters >= MANY_LETTERS && source !== 'user') return 'block'
  const { block, review } = injectionThresholds[source]
  if (score >= block) return 'block'
  return score >= review ? 'review' : 'allow'
}
