import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import type { Config } from '#shared/config.ts'
import { installationOf, isSoldHere } from '#shared/outcomes/availability.ts'

/** The outcomes that the catalog shows first, in their order: one call of each kind of work. */
export const featuredOf = (entries: Iterable<CatalogEntry>): CatalogEntry[] =>
  [...entries]
    .filter(({ outcome }) => outcome.featured > 0)
    .toSorted((one, other) => one.outcome.featured - other.outcome.featured)

/** What this installation can answer. Lists of what to call leave out the rest; the catalog says what it lacks. */
export function soldHere(entries: Iterable<CatalogEntry>, config: Config): CatalogEntry[] {
  const installation = installationOf(config)
  return [...entries].filter(({ outcome }) => isSoldHere(outcome, installation))
}
