import { canonicalUrl } from '#shared/engines/search/canonical-url.ts'
import type { SearchHit } from './search-hit.ts'

/** The constant of Reciprocal Rank Fusion (Cormack, Clarke, Buettcher 2009). */
const K = 60

/** `at` is the place of its first engine among the lists. */
export type FusedHit = SearchHit & { engine: string; score: number; at: number }

/**
 * Merges lists of several engines by Reciprocal Rank Fusion: a page's score is the sum of 1/(60+rank) over the engines that
 * have it. Pages are one page by their canonical URL; the first engine to name it gives title and text. Ties fall to the
 * earlier engine, then to the URL.
 */
export function fuseHits(lists: readonly { engine: string; hits: readonly SearchHit[] }[]): {
  hits: FusedHit[]
  duplicates: number
} {
  const pages = new Map<string, FusedHit>()
  let duplicates = 0
  for (const [at, { engine, hits }] of lists.entries()) {
    const seen = new Set<string>()
    for (const hit of hits) {
      const url = canonicalUrl(hit.url)
      if (url === null) continue
      const key = pageKey(url)
      const known = pages.get(key)
      if (known !== undefined) duplicates += 1
      // A page that occurs twice in one engine's list counts once.
      if (seen.has(key)) continue
      seen.add(key)
      const score = 1 / (K + seen.size)
      if (known === undefined) {
        pages.set(key, { ...hit, url, engine, score, at })
        continue
      }
      known.score += score
      if (known.snippet === '') known.snippet = hit.snippet
      if (known.title === '') known.title = hit.title
      known.publishedAt ??= hit.publishedAt
    }
  }
  const ranked = [...pages.values()].sort((a, b) => b.score - a.score || a.at - b.at || (a.url < b.url ? -1 : 1))
  return { hits: ranked, duplicates }
}

/** http and https, with and without a slash at the end, are the same page. */
const pageKey = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')
