import type { PageFacts } from '#shared/engines/site/page/page-facts.ts'

const MOST = 12

/**
 * What the site is about: terms by their weight on each page, dampened, summed over the pages. A word that mostly occurs
 * in a chosen pair is left to the pair.
 */
export function topicsOf(pages: readonly PageFacts[]): string[] {
  const weights = new Map<string, number>()
  for (const { html } of pages) {
    for (const [term, weight] of Object.entries(html?.terms ?? {})) {
      weights.set(term, (weights.get(term) ?? 0) + Math.sqrt(weight) * (term.includes(' ') ? 1.1 : 1))
    }
  }
  const ranked = [...weights].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const topics: string[] = []
  for (const [term, weight] of ranked) {
    if (topics.length === MOST) break
    if (!topics.some((chosen) => overlaps(chosen, term, weights.get(chosen) ?? 0, weight))) topics.push(term)
  }
  return topics
}

/** A word of a chosen pair that is hardly used without it, or a pair that holds a chosen word and adds little. */
function overlaps(chosen: string, term: string, chosenWeight: number, weight: number): boolean {
  const [long, short] = chosen.length > term.length ? [chosen, term] : [term, chosen]
  if (!long.split(' ').includes(short)) return false
  return chosen === long ? weight < chosenWeight * 1.5 : weight < chosenWeight * 0.6
}
