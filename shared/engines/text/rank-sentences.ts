import { Bm25 } from './bm25.ts'
import type { Sentence } from './split-sentences.ts'
import { textTerms } from './text-terms.ts'

const DAMPING = 0.85
const ROUNDS = 30
/** Extra weight of the first sentences of a text, before counting. */
const LEAD = [1, 0.5, 0.25] as const
const FOCUS = 4
/** A term in more sentences than this does not distinguish them, and would make the work grow quadratically. */
const MOST_POSTINGS = 150

export type RankedSentence = Sentence & { at: number; terms: readonly string[]; rank: number }

/**
 * TextRank (Mihalcea and Tarau, 2004) with BM25 as the similarity of sentences (Barrios et al., 2016). The walk starts
 * over at what leads the text, and at what the focus names. Ranks are 0 to 1; the best has 1.
 */
export function rankSentences(sentences: readonly Sentence[], focus: string | undefined): RankedSentence[] {
  const terms = sentences.map(({ text }) => textTerms(text))
  const index = new Bm25(terms)
  const edges = terms.map((own, from) => {
    const scores = index.scores(own, MOST_POSTINGS)
    const near: { to: number; weight: number }[] = []
    scores.forEach((weight, to) => {
      if (weight > 0 && to !== from) near.push({ to, weight })
    })
    const sum = near.reduce((all, { weight }) => all + weight, 0)
    return near.map(({ to, weight }) => ({ to, weight: weight / sum }))
  })
  const start = startOf(index, sentences.length, focus)
  let ranks = start
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = start.map((share) => (1 - DAMPING) * share)
    for (const [from, near] of edges.entries()) {
      for (const { to, weight } of near) next[to] = (next[to] ?? 0) + DAMPING * weight * (ranks[from] ?? 0)
    }
    ranks = next
  }
  const best = Math.max(...ranks, Number.MIN_VALUE)
  return sentences.map((sentence, at) => ({ ...sentence, at, terms: terms[at] ?? [], rank: (ranks[at] ?? 0) / best }))
}

/** Start and restart distribution of the random walk; the shares add up to 1. */
function startOf(index: Bm25, size: number, focus: string | undefined): number[] {
  const wanted = focus === undefined ? null : index.scores(textTerms(focus))
  const most = wanted === null ? 0 : Math.max(...wanted)
  const weights = Array.from({ length: size }, (_, at) => {
    const near = wanted === null || most === 0 ? 0 : ((wanted[at] ?? 0) / most) * FOCUS
    return 1 + (LEAD[at] ?? 0) + near
  })
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return weights.map((weight) => weight / sum)
}
