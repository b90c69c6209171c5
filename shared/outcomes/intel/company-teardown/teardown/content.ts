import { contentWords } from '#shared/engines/facts/sentences.ts'

import { type CompanySite, pagesOf, type SitePage } from '#shared/engines/company/crawl/company-site.ts'
import { dateOf } from '#shared/engines/company/jobs/site-jobs.ts'
import { textOf } from '#shared/engines/company/page/json-ld.ts'
import type { Teardown } from './teardown-report.ts'

const DAY_MS = 86_400_000
const MOST_TOPICS = 10
const DATE =
  /\b(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s\d{1,2},?\s20\d{2}|\d{1,2}\.?\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s20\d{2}|20\d{2}-\d{2}-\d{2})\b/gi

/** Every date that pages carry, newest first, each day once and none in the future. */
function datesOf(pages: readonly SitePage[], now: Date): string[] {
  const said = pages.flatMap((page) => [
    ...page.times,
    ...page.nodes.flatMap((node) => textOf(node['datePublished']) ?? []),
    ...page.blocks.filter(({ text }) => text.length < 80).flatMap(({ text }) => text.match(DATE) ?? []),
  ])
  const days = said
    .flatMap((text) => dateOf(text)?.slice(0, 10) ?? [])
    .filter((day) => Date.parse(day) <= now.getTime())
  return [...new Set(days)].toSorted().toReversed()
}

/** What the company writes, and how often; null where pages have no dates. */
export function readContent(site: CompanySite, now: Date): Teardown['content'] {
  const blog = pagesOf(site, 'blog', 'press')
  const posts = datesOf(blog, now)
  const changes = datesOf(pagesOf(site, 'changelog'), now)
  const since = now.getTime() - 90 * DAY_MS
  const [newest] = changes
  const oldest = changes.at(-1)
  const spanDays = newest === undefined || oldest === undefined ? 0 : (Date.parse(newest) - Date.parse(oldest)) / DAY_MS
  return {
    blog_posts_90d: posts.length === 0 ? null : posts.filter((day) => Date.parse(day) >= since).length,
    newest_post: posts[0] ?? null,
    topics: topicsOf(site),
    docs: pagesOf(site, 'docs')[0]?.url ?? null,
    changelog: pagesOf(site, 'changelog')[0]?.url ?? null,
    changelog_cadence_days: changes.length < 2 ? null : Math.round(spanDays / (changes.length - 1)),
  }
}

/** Words that most headings are about, pages counted once a word. */
function topicsOf({ pages }: CompanySite): string[] {
  const counts = new Map<string, number>()
  for (const page of pages) {
    const words = new Set(page.blocks.filter(({ level }) => level > 0).flatMap(({ text }) => [...contentWords(text)]))
    for (const word of words) if (word.length > 3) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, MOST_TOPICS)
    .map(([word]) => word)
}
