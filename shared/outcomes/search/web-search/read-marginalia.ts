import { z } from 'zod'

import type { UpstreamReply } from '#shared/doors/upstreams.ts'

import { plainSnippet } from '#shared/engines/search/plain-snippet.ts'
import type { SearchReading } from './search-hit.ts'

const Answer = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string(), description: z.string().nullish() })),
})

/** Reads GET /search of Marginalia (https://api.marginalia-search.com). */
export function readMarginalia(reply: UpstreamReply): SearchReading {
  return {
    hits: Answer.parse(reply.json()).results.map(({ url, title, description }) => ({
      url,
      title: plainSnippet(title),
      snippet: plainSnippet(description ?? ''),
      publishedAt: null,
    })),
  }
}
