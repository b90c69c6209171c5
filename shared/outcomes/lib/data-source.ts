import { z } from 'zod'

import type { UpstreamAnswer } from '#shared/doors/upstreams.ts'
import { Source, sourceOf } from './source.ts'

/** Where an answer came from that may stand in the product itself or be asked of an upstream. */
export const DataSource = Source.extend({
  fetched_at: z
    .string()
    .nullable()
    .describe('when the upstream gave it, ISO 8601; null for data that came with the product'),
  cache_age_s: z.int().nullable().describe('seconds since fetched_at; null for data that came with the product'),
  embedded: z.boolean().describe('the data came with the product; nobody was asked'),
})

/** Data that came with the product: nobody was asked, so nothing was fetched, cached or stale. */
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

/** An answer of an upstream, in the same form. */
export const upstreamSource = (answer: Omit<UpstreamAnswer<unknown>, 'value'>): z.input<typeof DataSource> => ({
  ...sourceOf(answer),
  embedded: false,
})
