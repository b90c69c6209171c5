import { textTerms } from '#shared/engines/text/text-terms.ts'

const NAMES = /["“«]([^"”»]{3,80})["”»]|((?:\p{Lu}[\p{L}\p{N}'’.-]*\s?){2,6})/gu
const MOST = 3
const MOST_TERMS = 6

/** A question as at most three searches: itself, what it names, and its words that carry meaning. */
export function subQueries(query: string, most: number): string[] {
  const names = [...query.matchAll(NAMES)].map(([, quoted, named]) => (quoted ?? named ?? '').trim())
  const named = names.filter((name) => name.split(/\s+/).length > 1).join(' ')
  const terms = [...new Set(textTerms(query))].slice(0, MOST_TERMS).join(' ')
  const all = [query, named, terms].map((text) => text.slice(0, 400).trim()).filter((text) => text.length > 2)
  const seen = new Set<string>()
  return all
    .filter((text) => {
      const key = textTerms(text).toSorted().join(' ')
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, Math.min(most, MOST))
}
