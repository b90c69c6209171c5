import { z } from 'zod'

import type { Endpoint } from '#shared/doors/sellers.ts'

import { catalog } from './catalog.ts'

const matched = new WeakMap<readonly Endpoint[], readonly Endpoint[]>()

/**
 * Returns what a need can be matched with: the outcomes that this installation sells, and the endpoints of sellers. The
 * result is cached as long as the array of those is.
 */
export function endpointsToMatch(
  { baseUrl, isSold }: { baseUrl: string; isSold: (slug: string) => boolean },
  sellers: readonly Endpoint[],
): readonly Endpoint[] {
  const all = matched.get(sellers) ?? [...soldEndpoints(baseUrl).filter(({ slug }) => isSold(slug)), ...sellers]
  matched.set(sellers, all)
  return all
}

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
