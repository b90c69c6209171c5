import { COMMON } from '../goal/common-words.rules.ts'
import { editDistance } from '../goal/edit-distance.ts'
import { ENGLISH } from '../goal/english-words.rules.ts'
import { conceptsOf, lexicon } from '../goal/lexicon.ts'
import { NUMBER_WORDS, UNITS } from '../values/number-words.rules.ts'
import { PATTERNS } from './patterns.ts'

/** A word shorter than this is not taken for a misspelt one. */
const SHORTEST = 4
const MOST = 40

type Words = { whole: ReadonlySet<string>; byLength: ReadonlyMap<number, readonly string[]> }
let known: Words | undefined

/** The words by which goals say fields, of all patterns that fields are read by. */
function words(): Words {
  const sources = [
    NUMBER_WORDS,
    ...Object.values(UNITS).flatMap((units) => units.map(([, unit]) => unit)),
    ...PATTERNS(),
  ]
  const whole = new Set(sources.flatMap((source) => plainWordsOf(source)))
  return {
    whole,
    byLength: Map.groupBy(
      [...whole].filter((word) => word.length >= SHORTEST),
      (word) => word.length,
    ),
  }
}

/** The words of a pattern that are spelt out: those with endings left open or letters to choose from are left out. */
const plainWordsOf = (source: string) =>
  [
    ...source.replaceAll(/\(\?[:!=<]+/g, '(').matchAll(/(?<![a-z\])}?*+\\])([a-z]{3,})(\)?\?|\\w\*)?(?![a-z[(\\*?])/g),
  ].flatMap(([, word = '', end]) =>
    end === '?' ? [word, word.slice(0, -1)] : end === undefined || word.length > 4 ? [word] : [],
  )

/** Finds the words of a folded text that are slips of words by which fields are said; names with a capital are none. */
export function respell(text: string, raw: string): { word: string; start: number; end: number }[] {
  known ??= words()
  const found: { word: string; start: number; end: number }[] = []
  for (const { 0: word, index } of text.matchAll(/(?<![\p{L}\p{N}_/.-])[a-z]{4,20}(?![\p{L}\p{N}_/-])/gu)) {
    if (found.length === MOST) break
    const isName = index > 0 && raw[index] !== text[index] && raw.slice(index).match(/^\p{Lu}\p{Ll}/u) !== null
    const meant = isName ? null : nearest(word, known)
    if (meant !== null) found.push({ word: meant, start: index, end: index + word.length })
  }
  return found
}

function nearest(word: string, { whole, byLength }: Words): string | null {
  if (whole.has(word) || COMMON.has(word) || ENGLISH.has(word) || lexicon().plain.has(word)) return null
  if (conceptsOf(word, lexicon()).size > 0) return null
  const most = word.length > 8 ? 2 : 1
  let best: { word: string; distance: number } | null = null
  for (let length = word.length - most; length <= word.length + most; length++)
    for (const other of byLength.get(length) ?? []) {
      if (other[0] !== word[0] && (word.length < 5 || other[0] !== word[1] || other[1] !== word[0])) continue
      // Another form of a word is no slip, and in a short one another letter makes another word.
      const stem = Math.min(word.length, other.length)
      if (word.slice(0, Math.max(4, stem - 2)) === other.slice(0, Math.max(4, stem - 2))) continue
      const isSwap = word.length === other.length && sorted(word) === sorted(other)
      if (other.length < 6 && word.length === other.length && !isSwap) continue
      if (other.length < 5 && !isSwap) continue
      const distance = editDistance(word, other, most)
      if (distance <= most && (best === null || distance < best.distance)) best = { word: other, distance }
    }
  return best?.word ?? null
}

const sorted = (word: string) => [...word].sort().join('')
