import { pickDiverse } from '#shared/engines/text/pick-diverse.ts'
import { Bm25 } from '#shared/engines/text/bm25.ts'
import type { RankedSentence } from '#shared/engines/text/rank-sentences.ts'
import { type Sentence, splitSentences } from '#shared/engines/text/split-sentences.ts'
import { textTerms } from '#shared/engines/text/text-terms.ts'

/** A page that was read, as plain words. `n` is what it is cited by. */
export type ResearchSource = { n: number; site: string; text: string; isFlagged: boolean }
export type Passage = { n: number; text: string; score: number; terms: string[] }
export type RankedPassages = {
  /** Best first, diverse: for findings. */
  picked: (Passage & { supporters: number[] })[]
  /** Best first, for a model to read. */
  best: Passage[]
}

const MOST_SENTENCES = 6_000
const PER_SOURCE = 40
const FEWEST_TERMS = 3
/** What a source that tries to instruct its reader is worth beside the others. */
const FLAGGED = 0.5
/** Half of a claim's words in one sentence of another source back it. */
const BACKS = 0.6

/** The sentences of sources that answer a query, and which other sources say the same. */
export function rankPassages({
  query,
  sources,
  most,
}: {
  query: string
  sources: readonly ResearchSource[]
  most: number
}): RankedPassages {
  const sentences = sources
    .flatMap(({ n, text, isFlagged }) =>
      splitSentences(plainProse(text)).map((sentence) => ({ ...sentence, n, isFlagged })),
    )
    .slice(0, MOST_SENTENCES)
  const terms = sentences.map(({ text }) => textTerms(text))
  const index = new Bm25(terms)
  const scores = index.scores(textTerms(query))
  const scored = sentences
    .map((sentence, at) => ({
      ...sentence,
      at,
      terms: terms[at] ?? [],
      score: (scores[at] ?? 0) * (sentence.isFlagged ? FLAGGED : 1),
    }))
    .filter(
      ({ score, terms: own, text }) => score > 0 && own.length >= FEWEST_TERMS && /[.!?。！？]["'”’)\]]*$/.test(text),
    )
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
  const top = Math.max(scored[0]?.score ?? 0, Number.MIN_VALUE)
  const ranked: (RankedSentence & Sentence & { n: number })[] = scored
    .slice(0, 200)
    .map((one) => ({ ...one, rank: one.score / top }))
  const picked = pickDiverse(ranked, (taken, next) => taken.length < most && next.rank >= 0.3)
  const byPlace = new Map(scored.map((one) => [one.at, one]))
  return {
    picked: picked
      .flatMap(({ at }) => byPlace.get(at) ?? [])
      .toSorted((a, b) => b.score - a.score || a.at - b.at)
      .map(({ n, text, score, terms: own }) => ({
        n,
        text,
        score,
        terms: own,
        supporters: supportersOf(own, n, scored),
      })),
    best: perSource(scored).map(({ n, text, score, terms: own }) => ({ n, text, score, terms: own })),
  }
}

/** Other sources with a sentence that holds most of a claim's words. */
export function supportersOf(
  claim: readonly string[],
  n: number,
  passages: readonly { n: number; terms: readonly string[] }[],
): number[] {
  const wanted = new Set(claim)
  if (wanted.size === 0) return []
  const found = new Set<number>()
  for (const passage of passages) {
    if (passage.n === n || found.has(passage.n)) continue
    const shared = new Set(passage.terms.filter((term) => wanted.has(term))).size
    if (shared / wanted.size >= BACKS) found.add(passage.n)
  }
  return [...found].toSorted((a, b) => a - b)
}

function perSource<Item extends { n: number }>(passages: readonly Item[]): Item[] {
  const counts = new Map<number, number>()
  return passages.filter(({ n }) => {
    const count = counts.get(n) ?? 0
    counts.set(n, count + 1)
    return count < PER_SOURCE
  })
}

/** Markdown as prose: headings and lists end their lines, marks go. The words stay as they are. */
function plainProse(markdown: string): string {
  return markdown
    .replaceAll(/```[^]*?```/g, '\n\n')
    .replaceAll(/!\[[^\]\n]{0,300}\]\([^)\n]{0,2000}\)/g, '')
    .replaceAll(/\[([^\]\n]{1,300})\]\([^)\n]{0,2000}\)/g, '$1')
    .replaceAll(/^#{1,6}\s+(.*)$/gm, '\n$1\n')
    .replaceAll(/^\s*(?:[-*+]|\d{1,3}\.)\s+/gm, '\n\n')
    .replaceAll(/^\|.*\|$/gm, '\n')
    .replaceAll(/(?<![\w*])\*{1,3}(?=\S)|(?<=\S)\*{1,3}(?![\w*])|`/g, '')
}
