import { microUsdcOf } from '#shared/lib/micro-usdc.ts'

import { BUNDLE_PREFIX, bundleOutcome } from './bundle-outcome.ts'
import { type Bundle, bundles, missingSlugs } from './bundles.ts'
import type { CatalogEntry } from './catalog.ts'
import { definePack } from '../outcomes/pack.ts'

/** Where bundles stand in lists that are made by pack; it is no pack of the catalog. */
const BUNDLE_PACK = definePack({
  name: 'bundles',
  purpose: 'Several outcomes on one payment, all of them or none.',
  dayPass: false,
  outcomes: [],
})

/** Everything that is sold by the call: the outcomes of a catalog, and each bundle whose members it has, by slug. */
export function forSale(catalog: ReadonlyMap<string, CatalogEntry>): ReadonlyMap<string, CatalogEntry> {
  return new Map([...catalog, ...bundleEntries(catalog).map((entry) => [entry.outcome.slug, entry] as const)])
}

/** The bundles that are sold beside a catalog's outcomes. */
export const bundleEntries = (catalog: ReadonlyMap<string, CatalogEntry>): CatalogEntry[] =>
  bundles.filter((bundle) => missingSlugs(bundle, catalog).length === 0).map((bundle) => entryOf(bundle, catalog))

/** Where a bundle is sold, or will be. */
export const bundlePath = ({ id }: Bundle) => `/api/v1/outcomes/${BUNDLE_PREFIX}${id}`

function entryOf(bundle: Bundle, catalog: ReadonlyMap<string, CatalogEntry>): CatalogEntry {
  const members = bundle.slugs.flatMap((slug) => catalog.get(slug) ?? [])
  return {
    outcome: bundleOutcome(
      bundle,
      members.map(({ outcome }) => outcome),
    ),
    pack: BUNDLE_PACK,
    publicPath: bundlePath(bundle),
    priceMicroUsdc: microUsdcOf(bundle.bundleCents),
    // A day pass covers what it covers one by one.
    inGuards: members.every(({ inGuards }) => inGuards),
    members,
  }
}

/** Above this price a call is one of the 20 dear ones that a pass covers a day. */
const DEAR_CENTS = 10

/**
 * How many dear calls a call counts for under a pass: a bundle as many as it has dear members, and no fewer than its own
 * price makes it.
 */
export function dearCalls({ outcome, members = [] }: CatalogEntry): number {
  const dear = members.filter((member) => member.outcome.cents > DEAR_CENTS).length
  return Math.max(dear, outcome.cents > DEAR_CENTS ? 1 : 0)
}
