import { termsOf } from '#shared/engines/match/terms.ts'
import { editDistance } from '#shared/lib/names/edit-distance.ts'

/** Shortest word that is completed or corrected, and longest. */
const [SHORTEST, LONGEST] = [4, 30]

/** The words that a search knows: those of the texts it searches, and their synonyms, which its maker adds. */
export class Vocabulary {
  /** Each word by its stem; the first of several forms, in the order of the texts. */
  readonly #words = new Map<string, string>()

  /** Adds the words of a text. Of words that are equally near, those that were added first are meant more often. */
  add(text: string): void {
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      for (const stem of termsOf(word)) if (!this.#words.has(stem)) this.#words.set(stem, word)
  }

  /** Replaces words that are not known by the known word they begin, or are most likely a slip of. */
  correct(sent: readonly string[]): { said: string[]; corrected: Record<string, string> } {
    const corrected: Record<string, string> = {}
    const said = sent.map((word) => {
      const meant = this.#meantBy(word)
      if (meant === null) return word
      corrected[word] = meant
      return meant
    })
    return { said, corrected }
  }

  #meantBy(word: string): string | null {
    if (word.length < SHORTEST || word.length > LONGEST) return null
    if (termsOf(word).every((stem) => this.#words.has(stem))) return null
    for (const known of this.#words.values()) if (known.startsWith(word)) return known
    const allowed = word.length <= 5 ? 1 : 2
    let best: { word: string; distance: number } | null = null
    for (const known of this.#words.values()) {
      const least = best === null ? allowed : best.distance - 1
      if (known.length < SHORTEST || least < 1) continue
      const distance = editDistance(word, known, least)
      if (distance <= least) best = { word: known, distance }
    }
    return best?.word ?? null
  }
}
