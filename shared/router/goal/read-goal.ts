import { clausesOf } from './clauses.ts'
import { CJK, fold, foldInPlace } from './fold.ts'
import { conceptsOf, type Lexicon, lexicon, respell } from './lexicon.ts'

/** A word or concept where it stands in a goal. Positions are characters of the goal as it is compared. */
export type Mention = {
  start: number
  end: number
  /** A short goal is one sentence: its parts belong together. */
  sentence: number
  /** The sentence by its stops, in a short goal too. */
  part: number
  /** The part of the goal that asks for one thing. */
  clause: number
  isNegated: boolean
  isRespelt: boolean
}

/** A goal that was read: what it mentions, by concept (`@weather`) and by plain word. */
export type ReadGoal = {
  text: string
  mentions: ReadonlyMap<string, readonly Mention[]>
  /** Words, for how much of a goal is understood. */
  words: readonly { word: string; start: number; end: number }[]
  /** Misspelt words, with what they most likely are. */
  respelt: readonly { word: string; start: number; end: number }[]
}

/** A word; one in Latin letters beside Chinese or Japanese stands by itself. */
const WORD =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{N}])+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const MOST_RESPELT = 60
const NEGATORS = new Set(
  'not no without never dont don nor neither except nicht kein keine keinen keiner ohne nie niemals sin nunca jamas ni sans pas jamais aucun aucune'.split(
    ' ',
  ),
)
const RESUMING = new Set('but just only rather instead sondern nur aber sino solo pero mais seulement sinon'.split(' '))
/** After these, what a goal says not to be there is what it wants to know. */
const CHECKING = new Set(
  'check ensure sure verify confirm whether if prufe sicher ob comprueba asegura verifie si'.split(' '),
)
/** Words one negation reaches at most. */
const NEGATION_REACH = 6
/** A goal of at most this many words is one sentence: its parts belong together. */
const SHORT_GOAL = 26

/**
 * Reads what a goal mentions. `masked` is the goal with everything that is data (addresses, quotations) blanked out, so
 * that no word of an address or a quotation counts as a wish. With `isSpelt` no word of it is taken for a misspelt one.
 */
export function readGoal(masked: string, { isSpelt = false }: { isSpelt?: boolean } = {}): ReadGoal {
  const text = foldInPlace(masked)
  const known = lexicon()
  const mentions = new Map<string, Mention[]>()
  const add = (key: string, mention: Mention) => {
    const list = mentions.get(key)
    if (list === undefined) mentions.set(key, [mention])
    else list.push(mention)
  }
  const tokens = [...text.matchAll(WORD)].map((match) => ({
    word: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))
  const partOf = sentences(text)
  const clauses = clausesOf(text)
  const placeOf = (at: number) => ({ part: partOf(at), clause: clauses.findLastIndex(({ start }) => start <= at) })
  const sentenceOf = tokens.length <= SHORT_GOAL && text.length < 200 ? () => 0 : partOf
  const isNegated = negation(text, tokens)
  const respelt: { word: string; start: number; end: number }[] = []
  let tried = isSpelt ? MOST_RESPELT : 0
  for (const [index, { word, start, end }] of tokens.entries()) {
    const at = { start, end, sentence: sentenceOf(start), ...placeOf(start), isNegated: isNegated[index] ?? false }
    const isWord = known.plain.has(word) || known.usual.has(word) || known.parts.has(word) || CJK.test(word)
    let concepts = conceptsOf(word, known)
    let spelt = word
    if (concepts.size === 0 && !isWord && tried < MOST_RESPELT) {
      const other = respell(word, known)
      if (other !== null) {
        tried++
        if (known.plain.has(other) || known.words.has(other)) respelt.push({ word: other, start, end })
        spelt = other
        concepts = conceptsOf(other, known)
      }
    }
    const mention = { ...at, isRespelt: spelt !== word }
    for (const concept of concepts) add(`@${concept}`, mention)
    add(spelt, mention)
    for (const { words, concept } of known.phrases.get(spelt) ?? []) {
      const last = tokens[index + words.length - 1]
      if (last !== undefined && words.every((part, offset) => offset === 0 || tokens[index + offset]?.word === part))
        add(`@${concept}`, { ...mention, end: last.end })
    }
  }
  readUnspaced(text, known, sentenceOf, placeOf, add)
  return { text, mentions, words: tokens, respelt }
}

function sentences(text: string): (at: number) => number {
  const ends = [...text.matchAll(/[.!?;:](?=\s|$)|[。！？；：\n]/g)].map(({ index }) => index)
  return (at) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return low
  }
}

function negation(text: string, tokens: readonly { word: string; start: number }[]): boolean[] {
  let left = 0
  let end = 0
  let isChecked = false
  return tokens.map(({ word, start }) => {
    if (/[,.;:!?()\n]/.test(text.slice(end, start)) || RESUMING.has(word)) left = 0
    end = start + word.length
    if (CHECKING.has(word)) isChecked = true
    if (/[.;!?\n]/.test(text.slice(Math.max(0, start - 2), start))) isChecked = CHECKING.has(word)
    if (NEGATORS.has(word) && !isChecked) {
      left = NEGATION_REACH
      return true
    }
    left = Math.max(0, left - 1)
    return left > 0
  })
}

const UNSPACED_NEGATOR = /(?:不要|不用|无需|别|请勿|不)[^，。！？、；]{0,6}$/u
const JAPANESE_NEGATION = /^[^、。！？]{0,4}(?:ないで|せずに?|しなくて|不要)/u

function readUnspaced(
  text: string,
  { unspaced }: Lexicon,
  sentenceOf: (at: number) => number,
  placeOf: (at: number) => Pick<Mention, 'part' | 'clause'>,
  add: (key: string, mention: Mention) => void,
): void {
  if (!CJK.test(text)) return
  // Of two that overlap, the longer one is meant.
  const taken: [number, number][] = []
  for (const { part, key } of unspaced) {
    for (let start = text.indexOf(part); start !== -1; start = text.indexOf(part, start + 1)) {
      const end = start + part.length
      if (taken.some(([from, to]) => start >= from && end <= to && end - start < to - from)) continue
      taken.push([start, end])
      const isNegated =
        UNSPACED_NEGATOR.test(text.slice(Math.max(0, start - 10), start)) ||
        JAPANESE_NEGATION.test(text.slice(end, end + 10))
      add(key, { start, end, sentence: sentenceOf(start), ...placeOf(start), isNegated, isRespelt: false })
    }
  }
}
