import pMap from 'p-map'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { OutcomeContext } from '#shared/doors/context.ts'

import type { SitemapUrl } from '#shared/engines/site/files/read-sitemap.ts'
import { crawlDelayOf, type Robots, robotsVerdict } from '#shared/engines/site/files/robots.ts'
import type { PageFacts } from '#shared/engines/site/page/page-facts.ts'
import { isSameSite, pageKey, pathOf } from '#shared/engines/site/same-site.ts'
import { choosePages, ROBOTS_AGENT } from '#shared/engines/site/collect/choose-pages.ts'
import { fetchPage } from './fetch-page.ts'
import type { PartBook } from '#shared/engines/site/collect/part-book.ts'

/** Fetches at once, of a site that asks for no pause. */
const LANES = 3
/** A site that wants longer pauses is left at its start page. */
const LONGEST_DELAY_S = 10

export type Crawl = { pages: PageFacts[]; disallowed: number }

/**
 * Reads pages of one site, the start page included in `most`: chosen by sitemap and links, kept to robots.txt, each a
 * durable step. Starts no page once `isLate`.
 */
export async function crawl(
  doors: Pick<OutcomeContext, 'step' | 'egress' | 'compute' | 'signal'>,
  book: PartBook,
  given: {
    start: PageFacts
    sitemap: readonly SitemapUrl[]
    robots: Robots | null
    most: number
    isLate: () => boolean
  },
): Promise<Crawl> {
  const { start, sitemap, robots, most, isLate } = given
  const delayS = robots === null ? null : crawlDelayOf(robots, ROBOTS_AGENT)
  const pages = [start]
  const seen = new Set([pageKey(start.url), pageKey(start.finalUrl)])
  // A page that only moved is read where it went, unless that was read already.
  const mayFollow = (from: string, to: string) =>
    isSameSite(to, start.finalUrl) &&
    (pageKey(to) === pageKey(from) || !seen.has(pageKey(to))) &&
    (robots === null || robotsVerdict(robots, ROBOTS_AGENT, pathOf(to)).allowed)
  const read = async (url: string): Promise<PageFacts> => {
    if (delayS !== null) await wait(delayS * 1_000, undefined, { signal: doors.signal }).catch(() => undefined)
    const page = await fetchPage(doors, url, { follow: false })
    const onward = page.redirectsTo
    if (onward === null || !mayFollow(url, onward)) return page
    const target = await fetchPage(doors, onward, { follow: false })
    return { ...target, url, redirectsTo: onward }
  }
  let disallowed = 0
  let isDone = delayS !== null && delayS > LONGEST_DELAY_S
  // Waves: what a resumed call reads next depends only on pages that were read to the end.
  while (!isDone) {
    const links = pages.flatMap((page) => linksOf(page, start.finalUrl))
    const chosen = choosePages({ start: start.finalUrl, sitemap, links, robots, seen, most: most - pages.length })
    disallowed = Math.max(disallowed, chosen.disallowed)
    isDone = chosen.pages.length === 0
    const found = await pMap(
      chosen.pages,
      async (url) => {
        seen.add(pageKey(url))
        if (!isLate()) return book.take(stepName(url), null, () => doors.step(stepName(url), () => read(url)))
        isDone = true
        return null
      },
      { concurrency: delayS === null ? LANES : 1 },
    )
    for (const page of found) {
      if (page === null) continue
      pages.push(page)
      seen.add(pageKey(page.finalUrl))
    }
  }
  return { pages, disallowed }
}

const linksOf = ({ html }: PageFacts, siteUrl: string) =>
  (html?.links ?? []).filter(({ url }) => isSameSite(url, siteUrl))

/** The step that reads a page, named after the page so that every attempt finds it again. */
export function stepName(url: string): string {
  const path = pathOf(url)
  if (path.length <= 100) return `page ${path}`
  return `page ${path.slice(0, 80)}… ${createHash('sha256').update(url).digest('hex').slice(0, 12)}`
}
