import { countWords } from '../page/count-words.ts'
import { pickDiverse } from './pick-diverse.ts'
import { type RankedSentence, rankSentences } from './rank-sentences.ts'
import { splitSentences } from './split-sentences.ts'

export type ExtractRequest = {
  text: string
  maxWords: number
  style: 'paragraph' | 'bullets' | 'tldr'
  focus?: string | undefined
}
export type Extract = {
  /** Every sentence verbatim from the source, in its order. */
  summary: string
  points: { text: string; start: number; end: number }[]
  /** The text had more sentences than are ranked; where ranking stopped. */
  cutAt: number | null
}

/** A book has more; ranking takes the square of what share words. */
const MOST_SENTENCES = 2_500
const FEWEST_TERMS = 3
/** Sentences below this rank stay out, even if there is room. */
const LEAST_RANK = 0.1
const TLDR_SENTENCES = 2
const MOST_POINTS = 7

/** The sentences of a text that say most of it, within a number of words. Deterministic; a text without sentences gives none. */
export function summarize({ text, maxWords, style, focus }: ExtractRequest): Extract {
  const all = splitSentences(text)
  const sentences = all.slice(0, MOST_SENTENCES)
  const ranked = rankSentences(sentences, focus)
  // Headings, list marks and greetings do not count as statements, unless there is nothing else.
  const whole = ranked.filter(({ terms }) => terms.length >= FEWEST_TERMS)
  const words = new Map(ranked.map(({ at, text: own }) => [at, countWords(own, null)]))
  const wordsOf = ({ at }: RankedSentence) => words.get(at) ?? 0
  const most = style === 'tldr' ? TLDR_SENTENCES : Number.POSITIVE_INFINITY
  const picked = pickDiverse(
    whole.length > 0 ? whole : ranked,
    (taken, next) =>
      next.rank >= LEAST_RANK &&
      taken.length < most &&
      taken.reduce((sum, one) => sum + wordsOf(one), wordsOf(next)) <= maxWords,
  )
  const points = picked
    .toSorted((a, b) => b.rank - a.rank || a.at - b.at)
    .slice(0, MOST_POINTS)
    .map(({ text: own, start, end }) => ({ text: own, start, end }))
  const lines = picked.map(({ text: own }) => own)
  return {
    summary: style === 'bullets' ? lines.map((line) => `- ${line}`).join('\n') : lines.join(' '),
    points,
    cutAt: all.length > sentences.length ? (sentences.at(-1)?.end ?? 0) : null,
  }
}
