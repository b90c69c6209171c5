import type { CatalogEntry } from '#shared/outcomes/catalog.ts'

import { alternativesFor, type Offer } from './challenge.ts'

/** An outcome as its 402 offers it. */
export const offerOf = ({ outcome, publicPath, impulse, inGuards }: CatalogEntry): Offer => ({
  path: publicPath,
  title: outcome.title,
  description: outcome.description,
  cents: outcome.cents,
  impulse,
  alternatives: alternativesFor(outcome.cents, inGuards),
})
