/** Saturation of repeats, and influence of length (Robertson and Zaragoza, 2009). */
const [K1, B] = [1.2, 0.75]

type Posting = { doc: number; count: number }

/** BM25 over a fixed list of documents, given as their terms. Scores are 0 or more and have no upper bound. */
export class Bm25 {
  readonly #postings = new Map<string, Posting[]>()
  readonly #norms: readonly number[]
  readonly size: number

  constructor(documents: readonly (readonly string[])[]) {
    this.size = documents.length
    const average = documents.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, documents.length)
    this.#norms = documents.map((terms) => K1 * (1 - B + (B * terms.length) / Math.max(average, 1)))
    for (const [doc, terms] of documents.entries()) {
      const counts = new Map<string, number>()
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
      for (const [term, count] of counts) {
        const known = this.#postings.get(term)
        if (known === undefined) this.#postings.set(term, [{ doc, count }])
        else known.push({ doc, count })
      }
    }
  }

  /** Rare terms weigh more; never below zero. */
  rarity(term: string): number {
    const found = this.#postings.get(term)?.length ?? 0
    return Math.log(1 + (this.size - found + 0.5) / (found + 0.5))
  }

  /** The score of every document; terms in more than `most` of them are left out. */
  scores(query: readonly string[], most = Number.POSITIVE_INFINITY): Float64Array {
    const scores = new Float64Array(this.size)
    for (const term of new Set(query)) {
      const postings = this.#postings.get(term)
      if (postings === undefined || postings.length > most) continue
      const weight = this.rarity(term)
      for (const { doc, count } of postings) {
        scores[doc] = (scores[doc] ?? 0) + (weight * count * (K1 + 1)) / (count + (this.#norms[doc] ?? K1))
      }
    }
    return scores
  }
}
