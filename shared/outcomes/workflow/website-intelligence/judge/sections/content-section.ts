import type { SiteFacts } from '../../collect/collect-site.ts'
import type { SiteReport } from '../../site-report.ts'
import { contactPointsOf } from '../contact-points.ts'
import { topicsOf } from '../topics.ts'

export function contentSection({ pages, markdown, disallowed }: SiteFacts): SiteReport['content'] {
  const words = pages.flatMap(({ html, status }) => (html === null || status !== 200 ? [] : [html.words]))
  return {
    pages: pages.map(({ finalUrl, status, html }) => ({
      url: finalUrl,
      status,
      title: html?.titles[0] ?? null,
      words: html?.words ?? null,
      lang: html?.lang ?? null,
    })),
    word_counts: {
      total: words.reduce((sum, count) => sum + count, 0),
      median: medianOf(words),
      start_page_main: markdown?.word_count ?? null,
    },
    topics: topicsOf(pages.filter(({ status }) => status === 200)),
    languages: languagesOf(pages),
    contact_points: contactPointsOf(pages),
    not_read: disallowed,
  }
}

function medianOf(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

function languagesOf(pages: SiteFacts['pages']): string[] {
  const declared = pages.flatMap(({ html }) => [html?.lang ?? '', ...(html?.hreflang.map(({ lang }) => lang) ?? [])])
  const tags = declared
    .map((tag) => tag.trim().toLowerCase())
    .filter((tag) => /^[a-z]{2,3}(?:-[\w-]{1,20})?$/.test(tag))
  return [...new Set(tags)]
}
