import { editDistance } from '#shared/lib/names/edit-distance.ts'
import { FUNCTION_WORDS } from '#shared/engines/dictionary/function-words.rules.ts'
import { openWordnet, PARTS, readEntry } from '#shared/engines/dictionary/wordnet-files.ts'
import type { PartOfSpeech } from '#shared/engines/dictionary/base-forms.ts'

const LIMIT = 5

/**
 * The lemmas of one index as arrays: where each begins, how long it is, and which letters it has as bits. 11 bytes a
 * lemma, 1.7 MB for all four indexes, made at the first misspelt word (about 40 ms).
 */
type WordList = { part: PartOfSpeech; index: Buffer; starts: Uint32Array; lengths: Uint8Array; letters: Uint32Array }

let lists: WordList[] | undefined

/**
 * Up to five lemmas within two edits of any of the given words, one edit for words of up to four letters; nearest first,
 * then those with the same first letter, then those with more senses seen in real text.
 */
export function suggestWords(words: readonly string[]): string[] {
  lists ??= PARTS.map((part) => wordList(part, openWordnet().indexes[part]))
  const best = new Map<string, Scored>()
  for (const word of words) {
    for (const list of lists) {
      for (const found of near(word, list)) {
        const known = best.get(found.lemma)
        const used = found.used + (known?.used ?? 0)
        best.set(found.lemma, { ...found, used, score: Math.min(found.score, known?.score ?? Infinity) })
      }
    }
    for (const lemma of FUNCTION_WORDS.keys()) {
      const distance = editDistance(word, lemma, maxEdits(word))
      if (distance > maxEdits(word)) continue
      best.set(lemma, { lemma, score: scoreOf(word, lemma, distance), used: EVERYWHERE })
    }
  }
  return [...best.values()]
    .toSorted((one, other) => one.score - other.score || other.used - one.used || (one.lemma < other.lemma ? -1 : 1))
    .slice(0, LIMIT)
    .map(({ lemma }) => lemma.replaceAll('_', ' '))
}

type Scored = { lemma: string; score: number; used: number }

const maxEdits = (word: string) => (word.length <= 4 ? 1 : 2)

/** First letters are seldom wrong, and a word is seldom meant to be two. */
const scoreOf = (word: string, lemma: string, distance: number) =>
  distance + (lemma.startsWith(word.charAt(0)) ? 0 : 0.5) + (lemma.includes('_') && !word.includes('_') ? 0.5 : 0)

/** Function words are the commonest of all and have no senses to count. */
const EVERYWHERE = 1_000

function near(word: string, { part, index, starts, lengths, letters }: WordList): Scored[] {
  const max = maxEdits(word)
  const own = letterBits(Buffer.from(word))
  const found: Scored[] = []
  for (let entry = 0; entry < starts.length; entry += 1) {
    const length = lengths[entry] ?? 0
    if (Math.abs(length - word.length) > max) continue
    // One edit adds or takes one letter, or changes one into another: two bits at the most.
    if (bitCount((letters[entry] ?? 0) ^ own) > 2 * max) continue
    const start = starts[entry] ?? 0
    const lemma = index.toString('latin1', start, start + length)
    const distance = editDistance(word, lemma, max)
    if (distance > max || distance === 0) continue
    const { taggedSenses, offsets } = readEntry(part, index.toString('latin1', start, index.indexOf(0x0a, start)))
    found.push({ lemma, score: scoreOf(word, lemma, distance), used: 10 * taggedSenses + offsets.length })
  }
  return found
}

function wordList(part: PartOfSpeech, index: Buffer): WordList {
  const starts: number[] = []
  const lengths: number[] = []
  const letters: number[] = []
  for (let start = 0; start < index.length; start = index.indexOf(0x0a, start) + 1) {
    const length = index.indexOf(0x20, start) - start
    // The licence at the top stands in lines that begin with spaces.
    if (length <= 0) continue
    starts.push(start)
    lengths.push(length)
    letters.push(letterBits(index.subarray(start, start + length)))
  }
  return {
    part,
    index,
    starts: Uint32Array.from(starts),
    lengths: Uint8Array.from(lengths),
    letters: Uint32Array.from(letters),
  }
}

/** Bits 0 to 25 for a to z, bit 26 for anything else. */
function letterBits(bytes: Uint8Array): number {
  let bits = 0
  for (const byte of bytes) bits |= 1 << (byte >= 0x61 && byte <= 0x7a ? byte - 0x61 : 26)
  return bits
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
