import type { CatalogEntry } from '#shared/outcomes/catalog.ts'

import { bazaarOf } from '../discovery/bazaar.ts'
import { alternativesFor, type Offer } from './challenge.ts'

/** An outcome as its 402 offers it. */
export const offerOf = (entry: CatalogEntry): Offer => ({
  path: entry.publicPath,
  title: entry.outcome.title,
  description: entry.outcome.description,
  cents: entry.outcome.cents,
  impulse: entry.impulse,
  extensions: { bazaar: bazaarOf(entry) },
  alternatives: alternativesFor(entry.outcome.cents, entry.inGuards),
})
