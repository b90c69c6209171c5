import { relativesOf, termsOf } from './terms.ts'

/** One thing that can be found, with weighted parts of text. */
export type Entry = { id: string; parts: readonly { text: string; weight: number }[] }

export type Hit = { id: string; score: number; why: string[] }

/** BM25: how soon repeats stop counting, and how much length counts. */
const [K1, B] = [1.2, 0.6]
/** Weight of a synonym relative to the word itself. */
const RELATED = 0.6

type Document = { id: string; counts: ReadonlyMap<string, number>; length: number }
/** A word of the need, or one related to it, with what it may add at most. */
type Reading = { term: string; weight: number }

/** An index over a few hundred entries; scores are 0 to 1, the share of the need's weight that an entry answers. */
export class TextIndex {
  readonly #documents: Document[] = []
  readonly #frequency = new Map<string, number>()
  /** Sum of the lengths of all documents. */
  #length = 0

  constructor(entries: Iterable<Entry> = []) {
    for (const entry of entries) this.add(entry)
  }

  /** Adds an entry whose id is not there yet. */
  add({ id, parts }: Entry): void {
    const counts = new Map<string, number>()
    for (const { text, weight } of parts)
      for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + weight)
    for (const term of counts.keys()) this.#frequency.set(term, (this.#frequency.get(term) ?? 0) + 1)
    const length = [...counts.values()].reduce((sum, count) => sum + count, 0)
    this.#documents.push({ id, counts, length })
    this.#length += length
  }

  /** Entries that share a word with the need, best first; equals in the order of their ids. */
  search(need: string): Hit[] {
    const wanted = [...new Set(termsOf(need))].map((term) => ({ term, readings: this.#readingsOf(term) }))
    const most = wanted.reduce((sum, { term, readings }) => sum + (readings[0]?.weight ?? this.#rarity(term)), 0)
    if (most === 0) return []
    const average = this.#length / Math.max(1, this.#documents.length)
    return this.#documents
      .map(({ id, counts, length }) => {
        const norm = K1 * (1 - B + (B * length) / average)
        const gained = wanted.map(({ term, readings }) => ({
          term,
          // Several readings of one word add up, to no more than the weightiest of them.
          gain: Math.min(
            readings[0]?.weight ?? 0,
            readings.reduce((sum, reading) => sum + reading.weight * saturated(counts.get(reading.term), norm), 0),
          ),
        }))
        const why = gained.filter(({ gain }) => gain > 0).map(({ term }) => term)
        return { id, score: gained.reduce((sum, { gain }) => sum + gain, 0) / most, why }
      })
      .filter(({ why }) => why.length > 0)
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
  }

  /** The readings of a word, highest weight first; none when no entry has it or a synonym. */
  #readingsOf(term: string): Reading[] {
    const related = relativesOf(term).map((relative) => ({ term: relative, weight: RELATED * this.#rarity(relative) }))
    return [{ term, weight: this.#rarity(term) }, ...related]
      .filter((reading) => this.#frequency.has(reading.term))
      .sort((a, b) => b.weight - a.weight)
  }

  /** Rare words weigh more. A word in no entry weighs as much as the rarest, so that it counts as unanswered. */
  #rarity(term: string): number {
    const found = this.#frequency.get(term) ?? 0
    return Math.log(1 + (this.#documents.length - found + 0.5) / (found + 0.5))
  }
}

/** 0 to 1: repeats count less and less. */
const saturated = (count: number | undefined, norm: number) => (count === undefined ? 0 : count / (count + norm))
