import { type Evidence, type Match } from './match-technologies.ts'
import { technologyByName } from './technologies.ts'
import type { Category } from './technology.ts'

/** In wire form. */
export type FoundTechnology = {
  name: string
  categories: Category[]
  version: string | null
  /** 0 to 100. */
  confidence: number
  evidence: Evidence[]
  /** The technology that implies it, if it shows no sign itself. */
  implied_by: string | null
}

/**
 * Adds implied technologies, with the confidence of what implies them, and removes those excluded by a more certain
 * one. Sorted by confidence, then by name; an unknown version is null.
 */
export function resolveTechnologies(matches: readonly Match[]): FoundTechnology[] {
  const found = new Map<string, FoundTechnology>(
    matches.map(({ technology, confidence, version, evidence }) => [
      technology.name,
      {
        name: technology.name,
        categories: [...technology.categories],
        version,
        confidence,
        evidence,
        implied_by: null,
      },
    ]),
  )
  for (const { technology } of matches) {
    for (const name of technology.excludes ?? []) {
      const other = found.get(name)
      const own = found.get(technology.name)
      if (other !== undefined && own !== undefined && other.confidence >= own.confidence) found.delete(technology.name)
      else found.delete(name)
    }
  }
  const queue = [...found.values()]
  for (let at = 0; at < queue.length; at += 1) {
    const from = queue[at]
    if (from === undefined || !found.has(from.name)) continue
    for (const name of technologyByName.get(from.name)?.implies ?? []) {
      const known = found.get(name)
      if (known !== undefined) {
        known.confidence = Math.max(known.confidence, from.confidence)
        continue
      }
      const technology = technologyByName.get(name)
      if (technology === undefined) continue
      const implied: FoundTechnology = {
        name,
        categories: [...technology.categories],
        version: null,
        confidence: from.confidence,
        evidence: [],
        implied_by: from.name,
      }
      found.set(name, implied)
      queue.push(implied)
    }
  }
  return [...found.values()].toSorted((a, b) => b.confidence - a.confidence || (a.name < b.name ? -1 : 1))
}

/** The hosting of the site, as far as its technologies show it. */
export function hostingOf(technologies: readonly FoundTechnology[]) {
  const first = (...categories: Category[]) =>
    technologies.find(
      (one) => one.implied_by === null && categories.some((category) => one.categories.includes(category)),
    ) ?? technologies.find((one) => categories.some((category) => one.categories.includes(category)))
  // Libraries from a CDN do not show who hosts the page itself.
  const carriers = technologies.filter(
    ({ categories, evidence }) =>
      categories.includes('cdn') && evidence.some(({ kind }) => kind === 'header' || kind === 'cookie'),
  )
  return {
    provider: first('hosting', 'static-hosting')?.name ?? null,
    cdn: carriers[0]?.name ?? null,
    server: first('server')?.name ?? null,
  }
}
