import { z } from 'zod'

import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

import { isoDate } from '#shared/engines/search/iso-date.ts'
import { plainSnippet } from '#shared/engines/search/plain-snippet.ts'
import type { SearchReading } from './search-hit.ts'

const text = z.string().nullish()
const Hit = z.object({ url: z.string(), title: z.string(), description: text, page_age: text })
const Answer = z.object({
  type: z.literal('search'),
  web: z.object({ results: z.array(Hit) }).nullish(),
})
const Failure = z.object({
  type: z.literal('ErrorResponse'),
  error: z.object({ code: z.string().nullish() }).nullish(),
})

/** Reads GET /res/v1/web/search. `web` is absent when nothing was found; a key it does not take is a 422. */
export function readBrave(reply: UpstreamReply): SearchReading {
  const body = reply.json()
  const failure = Failure.safeParse(body)
  if (failure.success || reply.status === 422) {
    const code = (failure.data?.error?.code ?? 'unknown').slice(0, 60)
    throw new UpstreamError(code === 'RATE_LIMITED' ? 'rate_limited' : 'refused', `it answered with the error ${code}`)
  }
  const { web } = Answer.parse(body)
  return {
    hits: (web?.results ?? []).map(({ url, title, description, page_age: at }) => ({
      url,
      title: plainSnippet(title),
      snippet: plainSnippet(description ?? ''),
      publishedAt: isoDate(at),
    })),
  }
}
