import { modelsOf } from '#shared/lib/models/model-roles.ts'
import { usdcString } from '#shared/lib/micro-usdc.ts'
import { availabilityOf } from '#shared/outcomes/availability.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

import { challengeOf } from '../call/challenge/challenge.ts'
import { entryFor } from '../call/find.ts'
import { offerOf } from '../call/challenge/offer.ts'
import type { IngressDeps } from '../deps.ts'
import { isSchema } from '../call/challenge/plain-schema.ts'
import { JSON_TYPE } from './live-document.ts'
import { type TextDocument, textDocument } from './text-document.ts'

/** Request ids belong to requests; the 402 of a probe is one that was not sent. */
const PROBED = 'req_probe'

/** What an unpaid call of an outcome or bundle would be told, made when first asked for. Throws `not_found` for what we do not have. */
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
  const about = {
    ok: true,
    slug: outcome.slug,
    method: 'POST',
    url: config.publicBaseUrl + publicPath,
    price_cents: outcome.cents,
    price_usd: usdcString(priceMicroUsdc),
    availability: availabilityOf(outcome, modelsOf(config)),
    settle: outcome.settle,
    sample_input: outcome.example.input,
  }
  // A free outcome has no 402 to show.
  if (outcome.cents === 0)
    return { ...about, unpaid_status: 200, accepts: [], alternatives: [], payment_required: null, header_bytes: 0 }
  const { headers = {}, body } = challengeOf(config, offerOf(entry))(PROBED)
  const { accepts, alternatives } = bodyOf(body)
  const header = headers['PAYMENT-REQUIRED'] ?? ''
  return {
    ...about,
    unpaid_status: 402,
    accepts,
    alternatives,
    // The very object the header carries, so that a client can be tried against it.
    payment_required: bodyOf(Buffer.from(header, 'base64').toString('utf8')),
    header_bytes: header.length,
  }
}

function bodyOf(body: unknown): Record<string, unknown> {
  const value: unknown = typeof body === 'string' ? JSON.parse(body) : body
  return isSchema(value) ? value : {}
}
