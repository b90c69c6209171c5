import { z } from 'zod'

import type { UpstreamReply } from '#shared/doors/upstreams.ts'

import { oneLine } from '#shared/engines/search/plain-snippet.ts'
import type { SearchReading } from './search-hit.ts'

/** Text comes in pieces, so that what matched can be shown bold. */
const Pieces = z.array(z.object({ value: z.string() }))
const Answer = z.array(z.object({ url: z.string(), title: Pieces, extract: Pieces.nullish() }))

/** Reads GET /api/v1/search/ of Mwmbl. */
export function readMwmbl(reply: UpstreamReply): SearchReading {
  return {
    hits: Answer.parse(reply.json()).map(({ url, title, extract }) => ({
      url,
      title: joined(title),
      snippet: joined(extract ?? []),
      publishedAt: null,
    })),
  }
}

const joined = (pieces: z.output<typeof Pieces>) => oneLine(pieces.map(({ value }) => value).join(''))
