import { Refusal } from '#shared/errors.ts'
import { BUNDLE_PREFIX } from '#shared/catalog/bundle-outcome.ts'
import { bundles, missingSlugs } from '#shared/catalog/bundles.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import type { CallRequest } from './call-request.ts'
import type { CallParts } from './parts.ts'
import { type MadeBy, markMadeBy } from './step.ts'

const PICK = { action: 'Pick a slug from the catalog.', method: 'GET', path: '/api/v1/outcomes/meta' }

/** A request for something that is sold. */
export type Found = MadeBy<'find', { request: CallRequest; entry: CatalogEntry }>

/** Finds the outcome or bundle behind a slug. Throws 404 with the nearest thing to do. */
export function findOutcome({ forSale }: Pick<CallParts, 'forSale'>, request: CallRequest): Found {
  return markMadeBy({ request, entry: entryFor(forSale, request.slug) })
}

/** The outcome or bundle behind a slug. Throws 404. */
export function entryFor(forSale: ReadonlyMap<string, CatalogEntry>, slug: string): CatalogEntry {
  const entry = forSale.get(slug)
  if (entry !== undefined) return entry
  if (!slug.startsWith(BUNDLE_PREFIX)) throw new Refusal('not_found', 'There is no such outcome.', { fix: PICK })
  const bundle = bundles.find(({ id }) => BUNDLE_PREFIX + id === slug)
  if (bundle === undefined) {
    throw new Refusal('not_found', 'There is no such bundle.', {
      fix: { ...PICK, action: 'Pick a bundle from bundles[] of the catalog.' },
    })
  }
  throw new Refusal(
    'not_found',
    `This bundle is coming: ${missingSlugs(bundle, forSale).join(', ')} cannot be called yet.`,
    { fix: { ...PICK, action: 'Call the members that the catalog has one by one.' } },
  )
}
