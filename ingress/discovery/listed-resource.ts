import { acceptsFor } from '#shared/money/accepts.ts'
import { usdcString } from '#shared/lib/micro-usdc.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import type { IngressDeps } from '../deps.ts'

/** An outcome in a resource list: URL, price, accepts. Its schemas are in the catalog. */
export const listedResource = (
  { outcome, pack, publicPath, priceMicroUsdc }: CatalogEntry,
  config: IngressDeps['config'],
) => ({
  resource: config.publicBaseUrl + publicPath,
  type: 'http',
  method: 'POST',
  x402Version: 2,
  // A free one asks for nothing.
  accepts: outcome.cents === 0 ? [] : acceptsFor(config, priceMicroUsdc, outcome.impulse),
  slug: outcome.slug,
  title: outcome.title,
  description: outcome.description,
  mime_type: 'application/json',
  price_usd: usdcString(priceMicroUsdc),
  price_cents: outcome.cents,
  pack: pack.name,
  impulse: outcome.impulse,
  pay_probe_url: `${config.publicBaseUrl}/api/v1/outcomes/pay-probe/${outcome.slug}`,
})
