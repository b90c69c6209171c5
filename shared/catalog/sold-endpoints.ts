import { z } from 'zod'

import type { Endpoint } from '#shared/engines/match/match-endpoints.ts'

import { catalog } from './catalog.ts'

let known: { baseUrl: string; endpoints: Endpoint[] } | null = null

/** Returns every outcome as an endpoint for discovery. `baseUrl` has no trailing slash. The result is cached. */
export function soldEndpoints(baseUrl: string): readonly Endpoint[] {
  if (known?.baseUrl !== baseUrl) known = { baseUrl, endpoints: endpointsAt(baseUrl) }
  return known.endpoints
}

const endpointsAt = (baseUrl: string) =>
  [...catalog.values()].map(({ outcome, pack, publicPath }): Endpoint => ({
    slug: outcome.slug,
    title: outcome.title,
    description: outcome.description,
    tags: [pack.name.replace(/-pack$/, '')],
    cents: outcome.cents,
    url: `${baseUrl}${publicPath}`,
    probeUrl: `${baseUrl}/api/v1/outcomes/pay-probe/${outcome.slug}`,
    kind: 'outcome',
    inputSchema: z.toJSONSchema(outcome.input, { io: 'input', unrepresentable: 'any' }),
    outputSchema: z.toJSONSchema(outcome.output, { io: 'input', unrepresentable: 'any' }),
    sample: outcome.example.input,
  }))
