import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

import type { IngressDeps } from '../deps.ts'
import { featuredOf } from './featured.ts'
import { listedResource } from './listed-resource.ts'
import { liveDocument } from './live-document.ts'
import type { TextDocument } from './text-document.ts'
import { paymentWarningsOf } from './ways-to-pay.ts'

/** The documents at /.well-known/x402*.json, each built on first request. */
export type WellKnown = {
  /** All paid outcomes and bundles. */
  x402: () => TextDocument
  /** Outcomes whose 402 offers Base first. */
  impulse: () => TextDocument
  /** Our featured outcomes, and the slots bought with featured-agent-slot. */
  featured: () => TextDocument
  /** Marketplace listings that can be bought by x402. Empty so far. */
  marketplace: () => TextDocument
}

/** Format version of these documents, which x402 registries read. */
const FORMAT = 1

/** Builds the well-known documents from the catalog and the bought slots. */
export function wellKnown({
  catalog,
  config,
  slots,
  now,
}: Pick<IngressDeps, 'catalog' | 'config' | 'slots' | 'now'>): WellKnown {
  const paid = [...forSale(catalog).values()].filter(({ outcome }) => outcome.cents > 0)
  const featured = featuredOf(paid)
  const document = (about: string, entries: readonly CatalogEntry[], more: () => object = () => ({})) =>
    liveDocument(
      () =>
        JSON.stringify({
          x402Version: 2,
          resources: entries.map(({ publicPath }) => config.publicBaseUrl + publicPath),
          ownershipProofs: [],
          instructions: `${about} ${HOW_TO_PAY} Everything else: ${config.publicBaseUrl}/llms.txt`,
          warnings: paymentWarningsOf(config),
          count: entries.length,
          items: entries.map((entry) => listedResource(entry, config)),
          ...more(),
        }).slice(1, -1),
      now,
      FORMAT,
    )
  return {
    x402: document('Every paid outcome of this service, and its bundles.', paid),
    impulse: document(
      'The cheap calls that Base is offered first for.',
      paid.filter(({ outcome }) => outcome.impulse),
    ),
    featured: document('A short list to start with; featured_paid are bought places.', featured, () => ({
      featured_paid: slots(),
    })),
    marketplace: document('Listings of other sellers that are bought by x402; there are none yet.', []),
  }
}

const HOW_TO_PAY =
  'POST a JSON body to a resource; unpaid it answers 402 with accepts[]: sign one (x402 v2) and send the same request again with PAYMENT-SIGNATURE.'
