import { ROBOTS_AGENT } from '#shared/engines/site/collect/choose-pages.ts'
import type { SiteFacts } from '../../collect/collect-site.ts'
import { crawlDelayOf, robotsVerdict } from '#shared/engines/site/files/robots.ts'
import { pathOf } from '#shared/engines/site/same-site.ts'
import type { SiteReport } from '../../site-report.ts'
import { brokenLinksOf } from '../check-seo-site.ts'
import { finalUrlOf } from '../site-headers.ts'

export function seoSection(
  facts: SiteFacts,
  score: number | null,
  issues: SiteReport['seo']['issues'],
): SiteReport['seo'] {
  const { sitemap, pages } = facts
  return {
    score,
    issues,
    sitemap:
      sitemap === null
        ? null
        : {
            present: sitemap.found,
            url: sitemap.url,
            kind: sitemap.kind,
            urls: sitemap.count,
            sitemaps: sitemap.children,
            in_robots: sitemap.announced,
          },
    robots: robotsOf(facts),
    structured_data: {
      types: structuredTypes(pages),
      pages: pages.filter(({ html }) => (html?.structured.types.length ?? 0) > 0).length,
      invalid: pages.reduce((sum, { html }) => sum + (html?.structured.invalid ?? 0), 0),
    },
    broken_links: brokenLinksOf(pages),
    pages_checked: pages.length,
  }
}

/** schema.org types on the pages, in order of appearance. */
export const structuredTypes = (pages: SiteFacts['pages']): string[] => [
  ...new Set(pages.flatMap(({ html }) => html?.structured.types ?? [])),
]

function robotsOf(facts: SiteFacts): SiteReport['seo']['robots'] {
  const { robots } = facts
  if (robots === null) return null
  const rules = robots.robots ?? { groups: [], sitemaps: [] }
  return {
    present: robots.robots !== null,
    status: robots.status,
    groups: rules.groups.length,
    allows_all_here: robots.status < 500 && robotsVerdict(rules, '*', pathOf(finalUrlOf(facts))).allowed,
    crawl_delay_s: crawlDelayOf(rules, ROBOTS_AGENT),
    sitemaps: [...rules.sitemaps],
  }
}
