import { Refusal } from '#shared/errors.ts'
import { BUNDLE_PREFIX } from '#shared/catalog/bundle-outcome.ts'
import { bundles, missingSlugs } from '#shared/catalog/bundles.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { nearestName } from '#shared/lib/names/nearest-name.ts'

import { whyNotSold } from '#shared/outcomes/availability.ts'

import type { CallRequest } from './call-request.ts'
import type { CallParts } from './parts.ts'
import { type MadeBy, markMadeBy } from './step.ts'

const PICK = { action: 'Pick one of those that are listed.', method: 'GET', path: '/llms.txt' }

/** A request for something that is sold. */
export type Found = MadeBy<'find', { request: CallRequest; entry: CatalogEntry }>

/**
 * Finds the outcome or bundle behind a slug. Throws 404 with the nearest slug, and 503 when this installation cannot answer
 * it, so that nobody is asked to pay for it.
 */
export function findOutcome(
  { forSale, installation }: Pick<CallParts, 'forSale' | 'installation'>,
  request: CallRequest,
): Found {
  const entry = request.seller?.entry ?? entryFor(forSale, request.slug)
  const refusal = whyNotSold(entry.outcome, installation)
  if (refusal !== null) throw refusal
  return markMadeBy({ request, entry })
}

/** The outcome or bundle behind a slug. Throws 404 with the nearest slug. */
export function entryFor(forSale: ReadonlyMap<string, CatalogEntry>, slug: string): CatalogEntry {
  const entry = forSale.get(slug)
  if (entry !== undefined) return entry
  const isBundle = slug.startsWith(BUNDLE_PREFIX)
  const bundle = isBundle ? bundles.find(({ id }) => BUNDLE_PREFIX + id === slug) : undefined
  if (bundle === undefined) throw noSuch(isBundle ? 'bundle' : 'outcome', slug, nearestSlug(forSale, slug, isBundle))
  throw new Refusal(
    'not_found',
    `This bundle is coming: ${missingSlugs(bundle, forSale).join(', ')} cannot be called yet.`,
    { fix: { ...PICK, action: 'Call the members that the catalog has one by one.' } },
  )
}

/** The slug of the same kind that a wrong one is most likely a slip of; null when none is near. */
function nearestSlug(forSale: ReadonlyMap<string, CatalogEntry>, slug: string, isBundle: boolean): string | null {
  const same = [...forSale.keys()].filter((known) => known.startsWith(BUNDLE_PREFIX) === isBundle)
  const nameOf = (known: string) => (isBundle ? known.slice(BUNDLE_PREFIX.length) : known)
  const nearest = nearestName(nameOf(slug), same.map(nameOf))
  return nearest === null ? null : (isBundle ? BUNDLE_PREFIX : '') + nearest
}

function noSuch(what: 'outcome' | 'bundle', slug: string, nearest: string | null): Refusal {
  const sentence = `There is no such ${what}`
  if (nearest === null) {
    const words = encodeURIComponent(
      slug
        .toWellFormed()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
        .slice(0, 40),
    )
    const search = { action: 'Find one by what it does.', method: 'GET', path: `/api/v1/catalog/search?q=${words}` }
    const pick = what === 'outcome' && words !== '' ? search : PICK
    return new Refusal('not_found', `${sentence}.`, { fix: pick })
  }
  return new Refusal('not_found', `${sentence}: did you mean ${nearest}?`, {
    fix: {
      action: `See what ${nearest} takes and costs.`,
      method: 'GET',
      path: `/api/v1/outcomes/pay-probe/${nearest}`,
    },
  })
}
