import { termsOf } from '#shared/engines/match/terms.ts'

/** Okapi BM25 with the usual constants. */
const [K1, B] = [1.2, 0.75]

/**
 * The BM25 score of each text against a query, with word frequencies over all of them. Zero where no word of the query
 * stands; a query without words of meaning scores everything zero.
 */
export function rankPassages(query: string, texts: readonly string[]): number[] {
  const wanted = [...new Set(termsOf(query))]
  const counted = texts.map((text) => {
    const counts = new Map<string, number>()
    const terms = termsOf(text)
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    return { counts, length: terms.length }
  })
  const average = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(counted.length, 1) || 1
  const rarity = new Map(
    wanted.map((term) => {
      const having = counted.filter(({ counts }) => counts.has(term)).length
      return [term, Math.log(1 + (counted.length - having + 0.5) / (having + 0.5))]
    }),
  )
  return counted.map(({ counts, length }) => {
    const norm = K1 * (1 - B + (B * length) / average)
    const score = wanted.reduce((sum, term) => {
      const count = counts.get(term) ?? 0
      return sum + ((rarity.get(term) ?? 0) * count * (K1 + 1)) / (count + norm)
    }, 0)
    return Math.round(score * 1_000) / 1_000
  })
}
