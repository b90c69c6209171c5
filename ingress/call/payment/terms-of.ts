import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { acceptsFor } from '#shared/money/accepts.ts'
import type { Terms } from '#shared/money/x402/match-payment.ts'

import type { IngressDeps } from '#ingress/deps.ts'

/** The terms that a payment for a call of an outcome must match. */
export const termsOf = (
  config: IngressDeps['config'],
  { outcome, publicPath, priceMicroUsdc }: CatalogEntry,
): Terms => ({
  url: config.publicBaseUrl + publicPath,
  paths: [publicPath, `/v1/outcomes/${outcome.slug}`],
  requirements: acceptsFor(config, priceMicroUsdc, outcome.impulse),
})
