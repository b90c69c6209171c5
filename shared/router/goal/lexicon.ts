import { FURTHER_PHRASES } from '../intents/further.rules.ts'
import { INTENTS } from '../intents/intents.rules.ts'
import { editDistance } from './edit-distance.ts'
import { COMMON } from './common-words.rules.ts'
import { ENGLISH } from './english-words.rules.ts'
import { CJK, fold, wordsOf } from './fold.ts'
import { readWordings } from '../wordings/read-wordings.ts'
import { LEXICON } from './lexicon.rules.ts'

export type Phrase = { words: readonly string[]; concept: string }

/** The lexicon, ready to look words up. */
export type Lexicon = {
  words: ReadonlyMap<string, readonly string[]>
  prefixes: ReadonlyMap<string, readonly string[]>
  /** Phrases of several words, by their first. */
  phrases: ReadonlyMap<string, readonly Phrase[]>
  /** Chinese and Japanese, found anywhere, the longest first, with the key it is mentioned by. */
  unspaced: readonly { part: string; key: string }[]
  /** Words a misspelt word is compared with, by length. */
  spelling: ReadonlyMap<number, readonly { word: string; isPrefix: boolean }[]>
  plain: ReadonlySet<string>
  /** Words that wordings use, which are spelt rightly. */
  usual: ReadonlySet<string>
  /** Words of phrases, which are words though they mean nothing alone. */
  parts: ReadonlySet<string>
}

let known: Lexicon | undefined

/** The lexicon, which is read at the first goal and kept: an ingress that plans nothing does not hold it. */
export function lexicon(): Lexicon {
  known ??= readLexicon()
  return known
}

const push = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value) => {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

function readLexicon(): Lexicon {
  const words = new Map<string, string[]>()
  const prefixes = new Map<string, string[]>()
  const phrases = new Map<string, Phrase[]>()
  const inPhrases = new Set<string>()
  const unspaced: { part: string; key: string }[] = []
  for (const line of LEXICON.trim().split('\n')) {
    const [concept = '', rest = ''] = line.split(/: (.*)/s)
    for (const entry of rest.split(' ')) {
      const text = fold(entry.replaceAll('_', ' '))
      const parts = wordsOf(text)
      const [first = ''] = parts
      if (parts.length > 1) for (const part of parts) inPhrases.add(part)
      if (CJK.test(entry)) unspaced.push({ part: text.trim(), key: `@${concept}` })
      else if (entry.endsWith('*') && parts.length === 1) push(prefixes, first, concept)
      else if (parts.length > 1) push(phrases, first, { words: parts, concept })
      else push(words, first, concept)
    }
  }
  const plain = plainWords()
  for (const word of plain) if (CJK.test(word)) unspaced.push({ part: word, key: word })
  unspaced.sort((a, b) => b.part.length - a.part.length)
  const spelling = new Map<number, { word: string; isPrefix: boolean }[]>()
  const spelt = (word: string, isPrefix: boolean) => {
    if (word.length >= 4) push(spelling, word.length, { word, isPrefix })
  }
  for (const word of [...words.keys(), ...plain]) spelt(word, false)
  const usual = usualWords()
  for (const word of usual) if (!plain.has(word) && !words.has(word)) spelt(word, false)
  for (const prefix of prefixes.keys()) {
    spelt(prefix, true)
    if (prefix.length > 4) spelt(`${prefix}s`, false)
  }
  return { words, prefixes, phrases, unspaced, spelling, plain, usual, parts: inPhrases }
}

/** Words that wordings use more than once. */
function usualWords(): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { text } of readWordings())
    for (const word of new Set(wordsOf(fold(text))))
      if (/^[a-z]{4,}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count >= USUAL).map(([word]) => word))
}
/** How often a word has to be used to be taken for one that is spelt rightly. */
const USUAL = 4

/** The plain words of the intents, which have no concept. */
function plainWords(): ReadonlySet<string> {
  const atoms = `${INTENTS} ${FURTHER_PHRASES}`.split(/[\s;:|]+/).filter((atom) => /^-?\p{L}/u.test(atom))
  return new Set(atoms.map((atom) => fold(atom.replace(/^-/, ''))).filter((word) => !word.includes('-')))
}

/** Returns the concepts of a folded word. */
export function conceptsOf(word: string, { words, prefixes }: Lexicon): Set<string> {
  const concepts = new Set(words.get(word))
  for (let length = 2; length <= word.length; length++)
    for (const concept of prefixes.get(word.slice(0, length)) ?? []) concepts.add(concept)
  return concepts
}

/** Returns the known word that a misspelt one most likely is; null where none is near, or it is a word by itself. */
export function respell(word: string, { spelling }: Lexicon): string | null {
  if (word.length < 4 || word.length > 24 || COMMON.has(word) || ENGLISH.has(word) || /\d/.test(word)) return null
  const most = word.length < 8 ? 1 : 2
  let best: { word: string; distance: number } | null = null
  for (let length = Math.max(4, word.length - 8); length <= word.length + most; length++) {
    for (const { word: other, isPrefix } of spelling.get(length) ?? []) {
      if (!isPrefix && Math.abs(length - word.length) > most) continue
      // The first letter is seldom wrong, but may be swapped with the second.
      if (other[0] !== word[0] && !(other[0] === word[1] && other[1] === word[0])) continue
      if (isPrefix && other.length < 6) continue
      // A longer or shorter form of a word is a form of it, not a misspelling.
      if (word.startsWith(other) || other.startsWith(word)) continue
      const distance = isPrefix
        ? Math.min(...[0, 1].map((more) => editDistance(word.slice(0, other.length + more), other, most)))
        : editDistance(word, other, most)
      // In a short word one letter for another makes another word.
      if (word.length === 4 && other.length === 4 && [...word].sort().join('') !== [...other].sort().join('')) continue
      if (distance <= most && (best === null || distance < best.distance)) best = { word: other, distance }
    }
  }
  return best?.word ?? null
}
