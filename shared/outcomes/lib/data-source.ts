import { z } from 'zod'

import type { UpstreamAnswer } from '#shared/doors/upstreams.ts'
import { Source, sourceOf } from './source.ts'

/** The source of an answer that comes from data embedded in the product or from an upstream. */
export const DataSource = Source.extend({
  fetched_at: z
    .string()
    .nullable()
    .describe('when the upstream gave it, ISO 8601; null for data that came with the product'),
  cache_age_s: z.int().nullable().describe('seconds since fetched_at; null for data that came with the product'),
  embedded: z.boolean().describe('the data came with the product; nobody was asked'),
})

/** The source of embedded data: nothing was fetched, cached or stale. */
export const embeddedSource = (name: string, url: string | null = null): z.input<typeof DataSource> => ({
  name,
  url,
  fetched_at: null,
  cached: false,
  cache_age_s: null,
  stale: false,
  tried: [],
  embedded: true,
})

/** The source of an upstream's answer, in the same form. */
export const upstreamSource = (answer: Omit<UpstreamAnswer<unknown>, 'value'>): z.input<typeof DataSource> => ({
  ...sourceOf(answer),
  embedded: false,
})
