import type { SiteFacts } from '../collect/collect-site.ts'
import { robotsVerdict } from '#shared/engines/site/files/robots.ts'
import type { PageFacts } from '#shared/engines/site/page/page-facts.ts'
import { pageKey, pathOf } from '#shared/engines/site/same-site.ts'
import { hit, type Hit, keepHits, pageHit, pagesOf } from './hit.ts'

/** What search engines will find wanting about the site as a whole: its files, and links that lead nowhere. */
export function checkSeoSite(facts: SiteFacts): Hit[] {
  return [
    ...checkStart(facts),
    ...checkRobots(facts),
    ...checkSitemap(facts),
    ...checkLinks(facts),
    ...checkData(facts),
  ]
}

function checkStart({ pages }: SiteFacts): Hit[] {
  const [start] = pages
  return keepHits(
    start !== undefined &&
      start.status >= 400 &&
      hit('start_page_error', `${start.finalUrl} answered ${start.status}.`),
  )
}

function checkRobots({ robots, pages }: SiteFacts): Hit[] {
  if (robots === null) return []
  const start = pathOf(pages[0]?.finalUrl ?? robots.url)
  const verdict = robots.robots === null ? null : robotsVerdict(robots.robots, '*', pages.length === 0 ? '/' : start)
  return keepHits(
    robots.status >= 500 && hit('robots_failing', `${robots.url} answered ${robots.status}.`),
    robots.status < 500 && robots.robots === null && hit('robots_missing', `${robots.url} answered ${robots.status}.`),
    verdict?.allowed === false && hit('robots_closed', `robots.txt says "${verdict.rule}" to everyone.`),
  )
}

function checkSitemap({ sitemap, pages }: SiteFacts): Hit[] {
  if (sitemap === null) return []
  if (!sitemap.found) return [hit('sitemap_missing', `Nothing at ${sitemap.url}.`)]
  const listed = new Set(sitemap.urls.map(({ url }) => pageKey(url)))
  const stale = pages
    .slice(1)
    .filter(
      ({ url, status, redirectsTo }) =>
        listed.has(pageKey(url)) && (status >= 400 || movedTo(url, redirectsTo) !== null),
    )
  return keepHits(
    sitemap.kind === 'invalid' && hit('sitemap_unreadable', `${sitemap.url} is neither a urlset nor an index.`),
    !sitemap.announced && hit('sitemap_unannounced', `${sitemap.url} is there, and robots.txt does not say so.`),
    sitemap.foreign > 0 && hit('sitemap_foreign', `${sitemap.foreign} entries lead to other hosts.`),
    pageHit(
      'sitemap_stale',
      stale.map(({ url, status, redirectsTo }) => ({ url, detail: movedTo(url, redirectsTo) ?? `answered ${status}` })),
      pages.length,
    ),
  )
}

function checkLinks({ pages }: SiteFacts): Hit[] {
  const moved = pages.slice(1).flatMap(({ url, redirectsTo }) => {
    const detail = movedTo(url, redirectsTo)
    return detail === null ? [] : [{ url, detail }]
  })
  const broken = brokenLinksOf(pages).map(({ url, status }) => ({ url, detail: `answered ${status}` }))
  return keepHits(pageHit('broken_page', broken, pages.length), pageHit('redirecting_link', moved, pages.length))
}

function checkData({ pages }: SiteFacts): Hit[] {
  const read = pages.filter(({ html }) => html !== null)
  const isDescribed = read.some(({ html }) => (html?.structured.types.length ?? 0) > 0)
  return keepHits(
    read.length > 0 && !isDescribed && hit('structured_data_missing', `None on ${pagesOf(read.length)} read.`),
  )
}

/** Pages that answered with an error, and a page that links there. */
export function brokenLinksOf(pages: readonly PageFacts[]): { url: string; status: number; found_on: string | null }[] {
  return pages
    .slice(1)
    .filter(({ status }) => status === 404 || status === 410 || status >= 500)
    .map(({ url, status }) => {
      const source = pages.find(({ html }) => html?.links.some((link) => pageKey(link.url) === pageKey(url)))
      return { url, status, found_on: source?.finalUrl ?? null }
    })
}

/** A redirect that is more than a slash, a scheme or a `www.`. */
function movedTo(url: string, target: string | null): string | null {
  return target === null || pageKey(target) === pageKey(url) ? null : `moved to ${target.slice(0, 200)}`
}
