import type { CatalogEntry } from '#shared/catalog/catalog.ts'

/** The outcomes that the catalog shows first, in their order: one call of each kind of work. */
export const featuredOf = (entries: Iterable<CatalogEntry>): CatalogEntry[] =>
  [...entries]
    .filter(({ outcome }) => outcome.featured > 0)
    .toSorted((one, other) => one.outcome.featured - other.outcome.featured)
