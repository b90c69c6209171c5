import { acceptsFor } from '#shared/money/accepts.ts'
import { microUsdcOf, usdcString } from '#shared/lib/micro-usdc.ts'
import type { X402Listing } from '#shared/market/listings/browse/x402-listings.ts'

import type { IngressDeps } from '../deps.ts'

/** A listing in a resource list: where it is bought, its price, accepts. An unpaid POST to it answers the same 402. */
export const listedListing = (
  { listingId, title, summary, kind, priceCents }: X402Listing,
  config: IngressDeps['config'],
) => ({
  resource: `${config.publicBaseUrl}/api/purchases/x402/${listingId}`,
  type: 'http',
  method: 'POST',
  x402Version: 2,
  accepts: acceptsFor(config, microUsdcOf(priceCents), false),
  slug: listingId,
  title,
  description: summary,
  mime_type: 'application/json',
  price_usd: usdcString(microUsdcOf(priceCents)),
  price_cents: priceCents,
  pack: kind,
  impulse: false,
  pay_probe_url: `${config.publicBaseUrl}/api/listings/${listingId}`,
})
