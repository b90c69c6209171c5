import { Bm25 } from '#shared/engines/text/bm25.ts'
import { textTerms } from '#shared/engines/text/text-terms.ts'

/** Where a score stands half way; the same for every call, so that a threshold means the same everywhere. */
const HALF = 5

/** Scores of passages for a query, 0 to 1: bm25 / (bm25 + 5). Deterministic; equal passages have equal scores. */
export function rerank({ query, passages }: { query: string; passages: readonly string[] }): number[] {
  const index = new Bm25(passages.map((passage) => textTerms(passage)))
  // A query of stop words alone is still a query.
  const terms = textTerms(query)
  return Array.from(index.scores(terms), (score) => Math.round((1_000_000 * score) / (score + HALF)) / 1_000_000)
}
