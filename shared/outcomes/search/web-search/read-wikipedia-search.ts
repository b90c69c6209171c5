import { z } from 'zod'

import { actionBody } from '#shared/engines/wikipedia/article.ts'
import type { UpstreamReply } from '#shared/doors/upstreams.ts'

import { plainSnippet } from '#shared/engines/search/plain-snippet.ts'
import type { SearchReading } from './search-hit.ts'

/** What to ask for articles that hold these words (https://www.mediawiki.org/wiki/API:Search). */
export const wikipediaSearchQuery = (words: string, limit: number) => ({
  action: 'query',
  format: 'json',
  formatversion: 2,
  list: 'search',
  srsearch: words.slice(0, 300),
  srlimit: limit,
  srprop: 'snippet',
})

const Answer = z.object({
  query: z.object({
    search: z.array(z.object({ title: z.string(), snippet: z.string().nullish() })),
  }),
})

/** Reads its answer: articles of the English Wikipedia, which are never published but only edited. */
export function readWikipediaSearch(reply: UpstreamReply): SearchReading {
  const { search } = Answer.parse(actionBody(reply)).query
  return {
    hits: search.map(({ title, snippet }) => ({
      url: `https://en.wikipedia.org/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`,
      title,
      snippet: plainSnippet(snippet ?? ''),
      publishedAt: null,
    })),
  }
}
