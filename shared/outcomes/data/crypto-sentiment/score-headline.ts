import { EXCEPTIONS, LEXICON_VERSION, NEGATIONS, NEGATIVE, POSITIVE } from './lexicon.rules.ts'

export const METHOD = `finance and coin lexicon ${LEXICON_VERSION}: (positive - negative) / (positive + negative + 1) for each headline, turned around within three words of a negation, averaged`

const NEGATED_WORDS = 3
const SHORT_STEM = 5
/** What a short stem may end in: `ris` is rise, rises, rising and not `risk`. */
const ENDINGS = /^(?:|s|es|e|ed|d|[a-z]?ing|[a-z]ed|y|ies|ied|er|ers|est|en|ish)$/

const stemsOf = (text: string) => text.trim().split(/\s+/)
const positive = stemsOf(POSITIVE)
const negative = stemsOf(NEGATIVE)

export type HeadlineScore = {
  /** -1 to 1. */
  score: number
  /** Words that counted, `not` before those that were turned around. */
  matched: string[]
}

/** Scores one headline by words alone; linear in its length. */
export function scoreHeadline(title: string): HeadlineScore {
  const words =
    title
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[a-z]+(?:['-][a-z]+)*/g) ?? []
  let good = 0
  let bad = 0
  const matched: string[] = []
  for (const [index, word] of words.entries()) {
    const side = sideOf(word)
    if (side === 0) continue
    const turned = words.slice(Math.max(0, index - NEGATED_WORDS), index).some((before) => NEGATIONS.has(before))
    if (side > 0 !== turned) good += 1
    else bad += 1
    matched.push(turned ? `not ${word}` : word)
  }
  return { score: (good - bad) / (good + bad + 1), matched }
}

/** 1 speaks well, -1 ill, 0 neither. The longest stem decides, so `risk` is not a kind of `ris`. */
function sideOf(word: string): -1 | 0 | 1 {
  if (EXCEPTIONS.has(word)) return 0
  const good = longest(positive, word)
  const bad = longest(negative, word)
  return good === bad ? 0 : good > bad ? 1 : -1
}

const longest = (stems: readonly string[], word: string) =>
  Math.max(0, ...stems.filter((stem) => startsWith(word, stem)).map(({ length }) => length))

/** Short stems take only the endings of verbs and nouns, long ones any. */
function startsWith(word: string, stem: string): boolean {
  if (!word.startsWith(stem)) return false
  return stem.length >= SHORT_STEM || ENDINGS.test(word.slice(stem.length))
}
