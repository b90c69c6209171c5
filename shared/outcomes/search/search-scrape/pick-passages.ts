import { rankPassages } from './rank-passages.ts'
import { type Passage, splitPassages } from './split-passages.ts'

export type PickedPassage = Passage & { score: number }

/**
 * The passages of each page that answer a query best, as many as fit in `maxChars` a page, in the order of the page. A page
 * without a word of the query keeps its beginning: the engine found it for something.
 */
export function pickPassages(query: string, pages: readonly string[], maxChars: number): PickedPassage[][] {
  const split = pages.map(splitPassages)
  const scores = rankPassages(
    query,
    split.flat().map(({ text }) => text),
  )
  let at = 0
  return split.map((passages) => {
    const scored = passages.map((passage) => ({ ...passage, score: scores[at++] ?? 0 }))
    const answering = scored.filter(({ score }) => score > 0)
    const best = (answering.length === 0 ? scored.slice(0, 1) : answering).toSorted(
      (a, b) => b.score - a.score || a.start - b.start,
    )
    const picked: PickedPassage[] = []
    let left = maxChars
    for (const passage of best) {
      if (passage.text.length > left && picked.length > 0) continue
      const text = passage.text.slice(0, left)
      picked.push({ ...passage, text, end: passage.start + text.length })
      left -= text.length
      if (left <= 0) break
    }
    return picked.toSorted((a, b) => a.start - b.start)
  })
}
