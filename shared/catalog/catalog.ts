import { microUsdcOf } from '#shared/lib/micro-usdc.ts'

import type { Outcome } from '../outcomes/define.ts'
import type { Pack } from '../outcomes/pack.ts'
import { packs } from './packs.ts'

/** An outcome with its pack, path and price. The paid call looks it up by slug. */
export type CatalogEntry = {
  outcome: Outcome
  pack: Pack
  publicPath: string
  priceMicroUsdc: bigint
  /** Inside the guards scope of a day pass. */
  inGuards: boolean
  /** False for what no pass covers; absent for all else. */
  isPassable?: false
  /** The members of a bundle (shared/catalog/for-sale.ts); absent for an outcome. */
  members?: readonly CatalogEntry[]
}

/** Every outcome by slug. Throws at start when two packs declare the same slug. */
export const catalog: ReadonlyMap<string, CatalogEntry> = catalogOf(packs)

/** Indexes the outcomes of packs by slug. Throws when a slug occurs twice. */
export function catalogOf(all: readonly Pack[]): ReadonlyMap<string, CatalogEntry> {
  const entries = new Map<string, CatalogEntry>()
  for (const pack of all) {
    for (const outcome of pack.outcomes) {
      if (entries.has(outcome.slug)) throw new Error(`two outcomes are called ${outcome.slug}`)
      entries.set(outcome.slug, {
        outcome,
        pack,
        publicPath: `/api/v1/outcomes/${outcome.slug}`,
        priceMicroUsdc: microUsdcOf(outcome.cents),
        inGuards: pack.dayPass || outcome.inGuards,
      })
    }
  }
  return entries
}
