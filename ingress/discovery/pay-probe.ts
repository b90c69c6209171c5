import { usdcString } from '#shared/lib/micro-usdc.ts'
import { availabilityOf, installationOf, isSoldHere } from '#shared/outcomes/availability.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

import { challengeOf } from '../call/challenge/challenge.ts'
import { entryFor } from '../call/find.ts'
import { offerOf } from '../call/challenge/offer.ts'
import type { IngressDeps } from '../deps.ts'
import { isSchema } from '../call/challenge/plain-schema.ts'
import { JSON_TYPE } from './live-document.ts'
import { type TextDocument, textDocument } from './text-document.ts'
import { paymentWarningsOf } from './ways-to-pay.ts'

/** Request id in the 402 of a probe. */
const PROBED = 'req_probe'

/**
 * Returns a function that reads the 402 of an outcome or bundle as a document, built on first use. Throws `not_found`
 * for an unknown one.
 */
export function payProbes({
  catalog,
  config,
}: Pick<IngressDeps, 'catalog' | 'config'>): (slug: string) => TextDocument {
  const sold = forSale(catalog)
  const made = new Map<string, TextDocument>()
  return (slug) => {
    const entry = entryFor(sold, slug)
    const document = made.get(entry.outcome.slug) ?? textDocument(JSON.stringify(probe(entry, config)), JSON_TYPE)
    made.set(entry.outcome.slug, document)
    return document
  }
}

function probe(entry: CatalogEntry, config: IngressDeps['config']) {
  const { outcome, publicPath, priceMicroUsdc } = entry
  const installation = installationOf(config)
  const about = {
    ok: true,
    slug: outcome.slug,
    method: 'POST',
    url: config.publicBaseUrl + publicPath,
    price_cents: outcome.cents,
    price_usd: usdcString(priceMicroUsdc),
    availability: availabilityOf(outcome, installation),
    settle: outcome.settle,
    sample_input: outcome.example.input,
    warnings: paymentWarningsOf(config),
  }
  // Neither a free outcome nor one that is not for sale here has a 402.
  const nothingAsked = { accepts: [], alternatives: [], payment_required: null, header_bytes: 0 }
  if (!isSoldHere(outcome, installation)) return { ...about, unpaid_status: 503, ...nothingAsked }
  if (outcome.cents === 0) return { ...about, unpaid_status: 200, ...nothingAsked }
  const { headers = {}, body } = challengeOf(config, offerOf(entry))(PROBED)
  const { accepts, alternatives } = bodyOf(body)
  const header = headers['PAYMENT-REQUIRED'] ?? ''
  return {
    ...about,
    unpaid_status: 402,
    accepts,
    alternatives,
    // The decoded header, so that clients can be tested against it.
    payment_required: bodyOf(Buffer.from(header, 'base64').toString('utf8')),
    header_bytes: header.length,
  }
}

function bodyOf(body: unknown): Record<string, unknown> {
  const value: unknown = typeof body === 'string' ? JSON.parse(body) : body
  return isSchema(value) ? value : {}
}
