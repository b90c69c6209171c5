import { pathOf } from '#shared/engines/site/same-site.ts'
import type { CheckCode } from './checks.rules.ts'

/** A check that found something. */
export type Hit = {
  code: CheckCode
  /** What was seen, in words and numbers of the site. */
  evidence: string
  /** Share of the pages (or of the points) it applies to, 0 to 1. */
  share: number
  /** The pages it was found on, and what was seen there. */
  pages: readonly { page: string; detail: string }[]
}

/** A finding about the site as a whole. */
export const hit = (code: CheckCode, evidence: string): Hit => ({ code, evidence, share: 1, pages: [] })

/** A finding made page by page, out of so many pages; null when no page has it. */
export function pageHit(code: CheckCode, found: readonly { url: string; detail: string }[], outOf: number): Hit | null {
  if (found.length === 0) return null
  const pages = found.map(({ url, detail }) => ({ page: pathOf(url), detail }))
  const [first] = pages
  const named = pages
    .slice(0, 3)
    .map(({ page }) => page)
    .join(', ')
  const more = pages.length > 3 ? ` and ${pages.length - 3} more` : ''
  return {
    code,
    evidence: `${pages.length} of ${pagesOf(outOf)}: ${named}${more}${pages.length === 1 ? ` (${first?.detail})` : ''}`,
    share: Math.min(1, pages.length / Math.max(1, outOf)),
    pages,
  }
}

/** "1 page", "8 pages". */
export const pagesOf = (count: number) => `${count} page${count === 1 ? '' : 's'}`

/** The hits that were made. */
export const keepHits = (...hits: readonly (Hit | null | false)[]): Hit[] =>
  hits.filter((one): one is Hit => one !== null && one !== false)
