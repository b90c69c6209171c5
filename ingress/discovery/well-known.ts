import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

import type { IngressDeps } from '../deps.ts'
import { featuredOf, soldHere } from './featured.ts'
import { listedEndpoint, listedListing } from './listed-listing.ts'
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
  /** Marketplace listings that can be bought by x402, and endpoints of sellers. */
  marketplace: () => TextDocument
}

/** Format version of these documents, which x402 registries read. */
const FORMAT = 1

/** Builds the well-known documents from the catalog and the bought slots. */
export function wellKnown({
  catalog,
  config,
  slots,
  x402Sales,
  now,
}: Pick<IngressDeps, 'catalog' | 'config' | 'slots' | 'x402Sales' | 'now'>): WellKnown {
  const paid = soldHere(forSale(catalog).values(), config).filter(({ outcome }) => outcome.cents > 0)
  const featured = featuredOf(paid)
  const listed = (about: string, items: () => readonly { resource: string }[], more: () => object = () => ({})) =>
    liveDocument(
      () => {
        const all = items()
        return JSON.stringify({
          x402Version: 2,
          resources: all.map(({ resource }) => resource),
          ownershipProofs: [],
          instructions: `${about} ${HOW_TO_PAY} Everything else: ${config.publicBaseUrl}/llms.txt`,
          warnings: paymentWarningsOf(config),
          count: all.length,
          items: all,
          ...more(),
        }).slice(1, -1)
      },
      now,
      FORMAT,
    )
  const document = (about: string, entries: readonly CatalogEntry[], more?: () => object) =>
    listed(about, () => entries.map((entry) => listedResource(entry, config)), more)
  return {
    x402: document('Every paid outcome of this service, and its bundles.', paid),
    impulse: document(
      'The cheap calls that Base is offered first for.',
      paid.filter(({ outcome }) => outcome.impulse),
    ),
    featured: document('A short list to start with; featured_paid are bought places.', featured, () => ({
      featured_paid: slots(),
    })),
    marketplace: listed('What sellers sell by x402, without an account: listings, and endpoints paid per call.', () => {
      const { listings, endpoints } = x402Sales()
      return [
        ...listings.map((listing) => listedListing(listing, config)),
        ...endpoints.map((endpoint) => listedEndpoint(endpoint, config)),
      ]
    }),
  }
}

const HOW_TO_PAY =
  'POST a JSON body to a resource; unpaid it answers 402 with accepts[]: sign one (x402 v2) and send the same request again with PAYMENT-SIGNATURE.'
