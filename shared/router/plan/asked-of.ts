import type { Evidence } from '../intents/score-intents.ts'
import type { Known } from '../values/known.ts'
import type { Candidate } from './choose-intents.ts'
import { ASKED_OF } from './families.rules.ts'

/** A question, or an order that says no more than that something is to be looked at. */
const ASKS =
  /[?？]\s*$|^\s*(?:please )?(?:what|which|who|was|is|does|did|how|why|can|where|when|has|tell me|explain|check|look (?:at|into|up)|have a look|inspect|examine|identify|info|details|more|anything|help me (?:with|understand)|make sense of|was ist|erklar\w*|pruf\w*|que es|explica\w*|revisa|qu'est-ce|c'est quoi|explique\w*|这是什么|これは何)(?![\p{L}])/iu

/** What a question about a value of the input asks for, though no word says it: see `ASKED_OF`. */
export function askedOf(known: Known, candidates: readonly Candidate[], { has }: Evidence): Candidate[] {
  if (!ASKS.test(known.goal)) return []
  const slug = Object.entries(ASKED_OF).find(([type]) => has(type))?.[1]
  return candidates.filter(({ intent, missing }) => intent.slug === slug && missing.length === 0).slice(0, 1)
}
