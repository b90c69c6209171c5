import { z } from 'zod'

import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

import { isoDate } from '#shared/engines/search/iso-date.ts'
import { plainSnippet } from '#shared/engines/search/plain-snippet.ts'
import type { SearchReading } from './search-hit.ts'

const text = z.string().nullish()
const Hit = z.object({ url: z.string(), title: text, content: text, publishedDate: text })

/** https://docs.searxng.org/dev/search_api.html, format=json. */
const Answer = z.object({
  results: z.array(z.unknown()),
  unresponsive_engines: z.array(z.array(z.string())).nullish(),
})

/** Reads GET /search?format=json. An empty list beside engines that failed is an outage, not "there is nothing". */
export function readSearxng(reply: UpstreamReply): SearchReading {
  const { results, unresponsive_engines: failed } = Answer.parse(reply.json())
  const hits = results.flatMap((one) => {
    const hit = Hit.safeParse(one)
    if (!hit.success) return []
    const { url, title, content, publishedDate } = hit.data
    return [
      {
        url,
        title: plainSnippet(title ?? ''),
        snippet: plainSnippet(content ?? ''),
        publishedAt: isoDate(publishedDate),
      },
    ]
  })
  if (hits.length === 0 && (failed ?? []).length > 0) {
    throw new UpstreamError('server_error', 'its own engines did not answer')
  }
  if (hits.length === 0 && results.length > 0)
    throw new UpstreamError('bad_response', 'none of its results can be read')
  return { hits }
}
