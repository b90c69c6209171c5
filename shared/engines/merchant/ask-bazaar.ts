import { z } from 'zod'

import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

/** Resources of one payee as the directory of the CDP facilitator lists them (docs.cdp.coinbase.com, x402 Bazaar). */
const Listing = z.object({ resources: z.array(z.object({ resource: z.string() })) })

/** Asks the x402 Bazaar for the hosts that sell for an address; empty where it lists none. */
export const bazaarQuestion = (payTo: string): UpstreamQuestion<string[]> => ({
  upstream: 'x402-bazaar',
  path: '/platform/v2/x402/discovery/merchant',
  query: { payTo, limit: 100 },
  // A 404 means that it lists nothing.
  answers: [404],
  ttlS: 3_600,
  read: (reply) =>
    reply.status === 404
      ? []
      : Listing.parse(reply.json()).resources.flatMap(({ resource }) => URL.parse(resource)?.hostname ?? []),
})
