import { invalidFields } from '#shared/errors.ts'

import type { TextCounter } from '#shared/engines/tokens/text-counter.ts'
import type { Section } from './handoff-verdict.ts'
import { digestOfItems, lineOf, renderDigest } from './render-digest.ts'
import type { Candidate } from './settle-items.ts'

/** How much the receiver misses when an item of a section is left out; what is not listed is never left out. */
const WORTH: Partial<Record<Section, number>> = {
  next: 60,
  decisions: 55,
  open_questions: 45,
  artifacts: 40,
  state: 35,
  done: 25,
}
const GIVEN_WORTH = 30
/** A title, a line break, and a little for tokens that join differently in the whole. */
const SLACK = 1

/** Leaves out the least important items until the digest has at most `maxTokens`. 422 when what must stay is too long. */
export function fitDigest(
  items: readonly Candidate[],
  maxTokens: number,
  count: TextCounter,
): { kept: Candidate[]; dropped: Candidate[]; tokens: number } {
  const worth = new Map(items.map((item, at) => [item, worthOf(item, at, items.length)]))
  const cheapestFirst = items
    .filter((item) => worth.get(item) !== Infinity)
    .toSorted((a, b) => (worth.get(a) ?? 0) - (worth.get(b) ?? 0))
  const dropped = new Set<Candidate>()
  const tokensNow = () => count(renderDigest(digestOfItems(items.filter((item) => !dropped.has(item)))))
  let tokens = tokensNow()
  while (tokens > maxTokens && dropped.size < cheapestFirst.length) {
    // As many as seem needed at once, then counted again: a whole count for each would be slow.
    let excess = tokens - maxTokens
    for (const item of cheapestFirst) {
      if (excess <= 0) break
      if (dropped.has(item)) continue
      dropped.add(item)
      excess -= count(lineOf(item)) + SLACK
    }
    tokens = tokensNow()
  }
  if (tokens > maxTokens)
    throw invalidFields({
      path: ['max_tokens'],
      msg: `Value error, goal, constraints and blockers alone take ${tokens} tokens; they are never left out`,
      input: maxTokens,
    })
  return {
    kept: items.filter((item) => !dropped.has(item)),
    dropped: cheapestFirst.filter((item) => dropped.has(item)).toReversed(),
    tokens,
  }
}

/** By section, then what was given before what was extracted, then the latest. */
function worthOf({ section, source }: Candidate, at: number, all: number): number {
  const own = WORTH[section]
  // What is to do was given in its order; of all else the latest tells most.
  const place = section === 'next' && source === 'given' ? all - at : at
  return own === undefined ? Infinity : own + (source === 'given' ? GIVEN_WORTH : 0) + (4 * place) / all
}
