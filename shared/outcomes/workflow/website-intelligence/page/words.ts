import { STOP_WORDS } from '#shared/engines/site/page/stop-words.rules.ts'

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_+#.-]*/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
/** Dividing unspaced text is slow; this much tells what a page is about. */
const SEGMENTED_CHARS = 20_000
const MOST_TERMS = 60
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Divides texts of one page into words, in lower case and in order. */
export class WordDivider {
  #segmentable = SEGMENTED_CHARS

  /** Scripts that write without spaces are divided by dictionary, up to a limit a page; past it they give no words. */
  wordsOf(text: string): string[] {
    if (!UNSPACED.test(text)) {
      return (text.toLowerCase().match(WORD) ?? []).map((word) => word.replace(/['’_.-]+$/, ''))
    }
    if (this.#segmentable === 0) return []
    const piece = text.slice(0, this.#segmentable)
    this.#segmentable -= piece.length
    return [...segmenter.segment(piece)]
      .filter(({ isWordLike }) => isWordLike === true)
      .map(({ segment }) => segment.toLowerCase())
  }
}

/** Counts words and pairs of neighbouring words that say something, each with the weight of where it stands. */
export class TermCounter {
  readonly #weights = new Map<string, number>()

  add(words: readonly string[], weight: number): void {
    let before: string | null = null
    for (const word of words) {
      const telling = isTelling(word)
      if (telling) this.#count(word, weight)
      if (telling && before !== null) this.#count(`${before} ${word}`, weight)
      before = telling ? word : null
    }
  }

  /** The weightiest terms; what occurs once in running text alone is left out. */
  top(): Record<string, number> {
    const ranked = [...this.#weights].filter(([, weight]) => weight > 1)
    ranked.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    return Object.fromEntries(ranked.slice(0, MOST_TERMS))
  }

  #count(term: string, weight: number): void {
    this.#weights.set(term, (this.#weights.get(term) ?? 0) + weight)
  }
}

function isTelling(word: string): boolean {
  if (word.length > 40 || STOP_WORDS.has(word) || /^[\p{N}.,:-]+$/u.test(word)) return false
  return UNSPACED.test(word) ? word.length >= 2 : word.length >= 3
}
