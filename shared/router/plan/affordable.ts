import type { Tool } from '../tool.ts'
import type { Candidate } from './choose-intents.ts'
import { mostCents } from './limits.ts'
import type { Asked } from './plan.ts'

/** How like the goal what is cheaper has to be, as a share of what was chosen. */
const SHARE = 0.5

/**
 * Chooses without the outcomes that alone cost more than the plan may: several cheaper ones that words ask for may do what
 * they do. Where nothing does, what is too dear stays, and is refused by its price.
 */
export function affordable(
  choose: (among: readonly Candidate[]) => Candidate[],
  candidates: readonly Candidate[],
  asked: Asked,
  tools: ReadonlyMap<string, Tool>,
): Candidate[] {
  const chosen = choose(candidates)
  const used = chosen.flatMap(({ intent }) => tools.get(intent.slug) ?? [])
  const most = mostCents(used, asked)
  if (used.every(({ cents }) => cents <= most)) return chosen
  const cheaper = choose(candidates.filter(({ intent }) => (tools.get(intent.slug)?.cents ?? 0) <= most))
  const isMeant = ({ phrase, likeness }: Candidate) =>
    phrase.weight > 0 && likeness >= SHARE * (chosen[0]?.likeness ?? 0)
  return cheaper[0] !== undefined && isMeant(cheaper[0]) ? cheaper : chosen
}
