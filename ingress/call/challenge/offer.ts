import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import { bazaarOf } from './bazaar.ts'
import { alternativesFor, type Offer } from './challenge.ts'
import { PAYMENT_IDENTIFIER } from '../payment/payment-extensions.ts'

/** An outcome as its 402 offers it. */
export function offerOf(entry: CatalogEntry): Offer {
  const bazaar = bazaarOf(entry)
  const { type, method, bodyType, body } = bazaar.info.input
  return {
    path: entry.publicPath,
    title: entry.outcome.title,
    description: entry.outcome.description,
    cents: entry.outcome.cents,
    impulse: entry.outcome.impulse,
    extensions: { ...PAYMENT_IDENTIFIER, bazaar },
    // Version 1 has no extensions: what bazaar says stands in each of its accepts.
    v1OutputSchema: {
      input: { type, method, discoverable: true, bodyType, bodyFields: body },
      output: bazaar.info.output.example,
    },
    alternatives: alternativesFor(entry.outcome.cents, entry.inGuards),
  }
}
