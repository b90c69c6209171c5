import { acceptsFor } from '#shared/money/accepts.ts'
import { microUsdcOf, usdcString } from '#shared/lib/micro-usdc.ts'
import type { X402Endpoint } from '#shared/market/endpoints/x402-endpoints.ts'
import { sellerPath } from '#shared/market/endpoints/seller-slug.ts'
import type { X402Listing } from '#shared/market/listings/browse/x402-listings.ts'

import type { IngressDeps } from '../deps.ts'

type Sale = {
  path: string
  slug: string
  title: string
  description: string
  pack: string
  priceCents: number
  about: string
}

const listedSale = ({ path, about, priceCents, ...named }: Sale, config: IngressDeps['config']) => ({
  resource: config.publicBaseUrl + path,
  type: 'http',
  method: 'POST',
  x402Version: 2,
  accepts: acceptsFor(config, microUsdcOf(priceCents), false),
  ...named,
  mime_type: 'application/json',
  price_usd: usdcString(microUsdcOf(priceCents)),
  price_cents: priceCents,
  impulse: false,
  pay_probe_url: config.publicBaseUrl + about,
})

/** A listing in a resource list: where it is bought, its price, accepts. An unpaid POST to it answers the same 402. */
export const listedListing = (
  { listingId, title, summary, kind, priceCents }: X402Listing,
  config: IngressDeps['config'],
) =>
  listedSale(
    {
      path: `/api/purchases/x402/${listingId}`,
      slug: listingId,
      title,
      description: summary,
      pack: kind,
      priceCents,
      about: `/api/listings/${listingId}`,
    },
    config,
  )

/** The endpoint of a seller in a resource list. An unpaid POST to it answers the same 402. */
export const listedEndpoint = (
  { slug, title, description, category, priceCents }: X402Endpoint,
  config: IngressDeps['config'],
) =>
  listedSale(
    {
      path: sellerPath(slug),
      slug,
      title,
      description,
      pack: category,
      priceCents,
      about: `/api/v1/seller-endpoints/${slug}`,
    },
    config,
  )
