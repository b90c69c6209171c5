import type { CatalogEntry } from '#shared/catalog/catalog.ts'

/** The outcomes that the catalog shows first, in their order: one call of each kind of work. */
export const featuredSlugs = (catalog: ReadonlyMap<string, CatalogEntry>): string[] =>
  [...catalog.values()]
    .map(({ outcome }) => outcome)
    .filter(({ featured }) => featured > 0)
    .toSorted((one, other) => one.featured - other.featured)
    .map(({ slug }) => slug)
