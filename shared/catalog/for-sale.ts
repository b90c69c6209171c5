import { microUsdcOf } from '#shared/lib/micro-usdc.ts'

import { BUNDLE_PREFIX, bundleOutcome } from './bundle-outcome.ts'
import { type Bundle, bundles, missingSlugs } from './bundles.ts'
import type { CatalogEntry } from './catalog.ts'
import { runEntry } from './run-outcome.ts'
import { definePack } from '../outcomes/pack.ts'

/** The pack under which bundles appear in lists by pack. It is not a pack of the catalog. */
const BUNDLE_PACK = definePack({
  name: 'bundles',
  purpose: 'Several outcomes on one payment, all of them or none.',
  dayPass: false,
  outcomes: [],
})

/**
 * Returns everything sold per call, by slug: the outcomes of a catalog, each bundle whose members are all in it, and the
 * goal router over them.
 */
export function forSale(catalog: ReadonlyMap<string, CatalogEntry>): ReadonlyMap<string, CatalogEntry> {
  const more = [...bundleEntries(catalog), runEntry(catalog)]
  return new Map([...catalog, ...more.map((entry) => [entry.outcome.slug, entry] as const)])
}

/** Returns the bundles whose members are all in the catalog. */
export const bundleEntries = (catalog: ReadonlyMap<string, CatalogEntry>): CatalogEntry[] =>
  bundles.filter((bundle) => missingSlugs(bundle, catalog).length === 0).map((bundle) => entryOf(bundle, catalog))

/** The path where a bundle is sold, or will be. */
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

/** Calls above this price count against a pass's 20 expensive calls a day. */
const DEAR_CENTS = 10

/**
 * Returns how many expensive calls a call counts as under a pass: the number of expensive members of a bundle, and at
 * least 1 if its own price is above the limit.
 */
export function dearCalls({ outcome, members = [] }: CatalogEntry): number {
  const dear = members.filter((member) => member.outcome.cents > DEAR_CENTS).length
  return Math.max(dear, outcome.cents > DEAR_CENTS ? 1 : 0)
}
