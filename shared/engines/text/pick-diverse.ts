import type { RankedSentence } from './rank-sentences.ts'

/** Maximal marginal relevance (Carbonell and Goldstein, 1998): what weight the rank has against being new. */
const LAMBDA = 0.7

/**
 * Takes sentences while `fits` says so, the best first, each weighed against what is taken already. At least one is
 * taken, if there is one. In the order of the text.
 */
export function pickDiverse(
  sentences: readonly RankedSentence[],
  fits: (taken: readonly RankedSentence[], next: RankedSentence) => boolean,
): RankedSentence[] {
  const left = new Map(sentences.map((sentence) => [sentence.at, { sentence, likest: 0 }]))
  const taken: RankedSentence[] = []
  while (left.size > 0) {
    let best: { sentence: RankedSentence; worth: number } | null = null
    for (const { sentence, likest } of left.values()) {
      const worth = LAMBDA * sentence.rank - (1 - LAMBDA) * likest
      if (best === null || worth > best.worth) best = { sentence, worth }
    }
    if (best === null) break
    const { sentence } = best
    left.delete(sentence.at)
    if (!fits(taken, sentence)) continue
    taken.push(sentence)
    for (const other of left.values()) other.likest = Math.max(other.likest, likeness(sentence, other.sentence))
  }
  const [best] = sentences.toSorted((a, b) => b.rank - a.rank || a.at - b.at)
  if (taken.length === 0 && best !== undefined) return [best]
  return taken.toSorted((a, b) => a.at - b.at)
}

/** Share of the shorter one's terms that the other has too. */
function likeness(one: RankedSentence, other: RankedSentence): number {
  const [short, long] = one.terms.length < other.terms.length ? [one.terms, other.terms] : [other.terms, one.terms]
  if (short.length === 0) return 0
  const known = new Set(long)
  return short.filter((term) => known.has(term)).length / short.length
}
