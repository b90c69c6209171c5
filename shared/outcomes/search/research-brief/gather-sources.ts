import { z } from 'zod'

import { nullIfRefused } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import { Source } from '#shared/outcomes/lib/source.ts'

import { mergeHits } from './merge-hits.ts'
import { siteOf } from './site-of.ts'
import { subQueries } from './sub-queries.ts'

const PAGE_CHARS = 20_000
const HITS = 10
const LONGEST_QUERY = 400

/** What this takes of the answers of web-search and page-markdown. */
const Searched = z.object({
  source: Source,
  results: z.array(
    z.object({
      title: z.string(),
      url: z.string(),
      domain: z.string(),
      snippet: z.string(),
      published_at: z.string().nullable(),
    }),
  ),
})
const Page = z.object({
  url: z.string(),
  title: z.string(),
  markdown: z.string(),
  published_at: z.string().nullable(),
  site_name: z.string().nullable(),
  source: z.object({ fetched_at: z.string() }),
  injection_flags: z.array(
    z.object({ rule: z.string(), severity: z.enum(['low', 'medium', 'high']), excerpt: z.string() }),
  ),
})

type Wanted = { query: string; searches: number; sources: number; asOf: string | undefined }
type Call = OutcomeContext['call']

/**
 * Searches the web for a question and reads the best pages, each a durable step. A page that cannot be read has its
 * snippet for its text. Throws what the first search threw when none succeeded.
 */
export async function gatherSources({ query, searches, sources, asOf }: Wanted, call: Call) {
  const queries = subQueries(query, searches)
  const ends = await Promise.allSettled(queries.map((text, at) => searchFor(call, text, at + 1)))
  const found = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  const [lead] = found
  if (lead === undefined) throw ends.find((end) => end.status === 'rejected')?.reason
  const hits = mergeHits(
    found.map(({ results }) => results),
    asOf,
    sources,
  )
  const pages = await Promise.all(hits.map((hit, at) => pageOf(call, hit.url, at + 1)))
  return {
    source: lead.source,
    /** Searches that found nothing. */
    empty: queries.filter((_, at) => {
      const end = ends[at]
      return end?.status === 'fulfilled' && end.value.results.length === 0
    }),
    sources: hits.map((hit, at) => {
      const page = pages[at] ?? null
      return {
        n: at + 1,
        site: siteOf(hit.url),
        url: page?.url ?? hit.url,
        title: page === null || page.title === '' ? hit.title : page.title,
        publisher: page?.site_name ?? hit.domain,
        published_at: page?.published_at ?? hit.published_at,
        fetched_at: page?.source.fetched_at ?? null,
        isPage: page !== null,
        text: page?.markdown ?? hit.snippet,
        flags: page?.injection_flags ?? [],
      }
    }),
  }
}

const searchFor = async (call: Call, query: string, at: number) =>
  Searched.parse(await call('web-search', { query: query.slice(0, LONGEST_QUERY), limit: HITS }, `search-${at}`))

/** A page of the web; null for one that cannot be read, whatever the reason: there are others. */
async function pageOf(call: Call, url: string, n: number): Promise<z.output<typeof Page> | null> {
  const asked = { url, include_links: false, max_chars: PAGE_CHARS }
  const answer = await call('page-markdown', asked, `page-${n}`).catch(nullIfRefused)
  if (answer === null) return null
  const page = Page.parse(answer)
  return page.markdown.trim() === '' ? null : page
}
