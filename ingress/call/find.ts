import { Refusal } from '#shared/errors.ts'
import type { CatalogEntry } from '#shared/outcomes/catalog.ts'

/** The outcome behind a slug; 404 with the nearest thing to do. */
export function findOutcome(catalog: ReadonlyMap<string, CatalogEntry>, slug: string): CatalogEntry {
  const entry = catalog.get(slug)
  if (entry !== undefined) return entry
  throw new Refusal('not_found', 'There is no such outcome.', {
    fix: { action: 'Pick a slug from the catalog.', method: 'GET', path: '/api/v1/outcomes/meta' },
  })
}
