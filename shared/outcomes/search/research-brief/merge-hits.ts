import { siteOf } from './site-of.ts'

export type SearchHit = { title: string; url: string; domain: string; snippet: string; published_at: string | null }

/** Reciprocal rank fusion (Cormack et al., 2009). */
const K = 60
const PER_DOMAIN = 2

/** Hits of several searches as one list: best first, at most two of a site, those after `asOf` last. */
export function mergeHits(
  lists: readonly (readonly SearchHit[])[],
  asOf: string | undefined,
  most: number,
): SearchHit[] {
  const merged = new Map<string, { hit: SearchHit; score: number }>()
  for (const list of lists) {
    for (const [rank, hit] of list.entries()) {
      const known = merged.get(hit.url) ?? { hit, score: 0 }
      known.score += 1 / (K + rank + 1)
      merged.set(hit.url, known)
    }
  }
  const isLate = ({ published_at: at }: SearchHit) =>
    asOf !== undefined && at !== null && at.slice(0, 10) > asOf.slice(0, 10)
  const sorted = [...merged.values()].toSorted(
    (a, b) => Number(isLate(a.hit)) - Number(isLate(b.hit)) || b.score - a.score,
  )
  const taken = new Map<string, number>()
  const first = sorted.filter(({ hit }) => {
    const site = siteOf(hit.url)
    const count = taken.get(site) ?? 0
    taken.set(site, count + 1)
    return count < PER_DOMAIN
  })
  return first.slice(0, most).map(({ hit }) => hit)
}
