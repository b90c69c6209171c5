import { readNumber } from '../facts/read-number.ts'
import { splitSentences } from './split-sentences.ts'
import { textTerms } from './text-terms.ts'

export type Faithfulness = {
  /** Numbers of the summary that the source does not have, as the summary writes them. */
  unsupportedNumbers: string[]
  /** Names of the summary that the source does not have. */
  unsupportedNames: string[]
  /** Percent of its sentences of which most words occur together somewhere in the source. */
  supportedPct: number
}

const NUMBER = /\d{1,3}(?:[,'’ ]\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?/g
/** Whole words only, as WORD cuts them. */
const NAME = /(?<![\p{L}\p{M}\p{N}]['’-]*)\p{Lu}[\p{L}\p{M}\p{N}'’-]+(?:\s+\p{Lu}[\p{L}\p{M}\p{N}'’-]+)*/gu
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu
const ENOUGH = 0.5
/** Number of adjacent source sentences compared together, because a summary joins them. */
const WINDOW = 3

/** Holds a summary against its source: what it names that is not there, and how much of it is. */
export function faithfulness(summary: string, source: string): Faithfulness {
  const words = wordsOf(source)
  const sentences = splitSentences(summary)
  const support = supportIn(source)
  const supported = sentences.filter(({ text }) => support(textTerms(text)) >= ENOUGH).length
  return {
    unsupportedNumbers: numbersNotIn(summary, source),
    unsupportedNames: once(sentences.flatMap(({ text }) => namesIn(text)).filter((name) => !isThere(name, words))),
    supportedPct: sentences.length === 0 ? 0 : Math.round((100 * supported) / sentences.length),
  }
}

/** Numbers of a text that its source has neither in digits nor in words, as the text writes them. */
export function numbersNotIn(text: string, source: string): string[] {
  const said = text.match(NUMBER) ?? []
  if (said.length === 0) return []
  const numbers = new Set((source.match(NUMBER) ?? []).map(plainNumber))
  for (const word of wordsOf(source)) {
    const spelled = readNumber(word)
    if (spelled !== null) numbers.add(spelled)
  }
  return once(said.filter((number) => !numbers.has(plainNumber(number))))
}

const wordsOf = (source: string) => new Set((source.match(WORD) ?? []).map((word) => plainWord(word)))

const once = (found: readonly string[]) => [...new Set(found)].slice(0, 50)

const plainNumber = (said: string) => readNumber(said.replaceAll(/[’]/g, "'")) ?? said.replace(',', '.')

const plainWord = (word: string) => word.toLowerCase().replace(/['’]s$/, '')

/** Runs of capitalised words; a single word at the start of a sentence is not a name by its capital alone. */
function namesIn(sentence: string): string[] {
  return [...sentence.matchAll(NAME)].flatMap(({ 0: name, index }) => {
    const isStart = /^[\s"'“‘(\-•*]*$/.test(sentence.slice(0, index))
    if (!isStart) return [name]
    const [, rest = ''] = /^\S+\s+(.+)$/s.exec(name) ?? []
    return rest === '' ? [] : [rest]
  })
}

const isThere = (name: string, words: ReadonlySet<string>) =>
  (name.match(WORD) ?? []).every((word) => words.has(plainWord(word)))

/** Makes a function that computes which share of some terms, 0 to 1, occurs in the best window of source sentences. */
function supportIn(source: string): (terms: readonly string[]) => number {
  const postings = new Map<string, number[]>()
  const sentences = splitSentences(source)
  for (const [at, { text }] of sentences.entries()) {
    for (const term of new Set(textTerms(text))) {
      const known = postings.get(term)
      if (known === undefined) postings.set(term, [at])
      else known.push(at)
    }
  }
  return (terms) => {
    const wanted = new Set(terms)
    if (wanted.size === 0) return 1
    const counts = new Map<number, number>()
    for (const term of wanted) {
      const windows = new Set(
        (postings.get(term) ?? []).flatMap((at) => Array.from({ length: WINDOW }, (_, back) => at - back)),
      )
      for (const from of windows) counts.set(from, (counts.get(from) ?? 0) + 1)
    }
    return Math.max(0, ...counts.values()) / wanted.size
  }
}
