import { z } from 'zod'

import { lineOf } from '#shared/engines/sources/part.ts'
import type { UpstreamAnswer } from '#shared/doors/upstreams.ts'

/** The source of an answer's data, for every outcome that uses an upstream. */
export const Source = z.object({
  name: z.string(),
  url: z.string().nullable().describe('what was asked, without keys; null where that address is not public'),
  fetched_at: z.string().describe('when the upstream gave it, ISO 8601'),
  cached: z.boolean(),
  cache_age_s: z.int().describe('seconds since fetched_at'),
  stale: z.boolean().describe('older than it should be: no source could be reached'),
  tried: z
    .array(z.object({ source: z.string(), problem: z.string() }))
    .describe('sources that failed before this one answered'),
})

/** Converts an upstream's answer to a `Source`. */
export const sourceOf = (answer: Omit<UpstreamAnswer<unknown>, 'value'>): z.input<typeof Source> => ({
  ...lineOf(answer),
  tried: answer.tried.map(({ source, problem }) => ({ source, problem })),
})
