import type { ListingFilter } from './listing-filter.ts'

/**
 * The path of a filter by category, kind and tag, as the database's `listing_paths` makes them of a listing:
 * `data/skill/node`, with nothing in the place of what is not filtered. Null when none of the three is filtered, and for a
 * value that no listing has and that could be taken for another path: an empty one, or a category or kind with a slash.
 */
export function listingPath({
  category,
  listingKind,
  techTag,
}: Pick<ListingFilter, 'category' | 'listingKind' | 'techTag'>): string | null {
  const isGiven = [category, listingKind, techTag].some((value) => value !== undefined)
  const isAmbiguous = [category, listingKind, techTag].includes('') || `${category}${listingKind}`.includes('/')
  return isGiven && !isAmbiguous ? [category, listingKind, techTag].join('/') : null
}
