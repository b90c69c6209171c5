/** A page of a list, as answers carry it. `total` counts everything that matches the filters. */
export type Page<Item> = {
  items: Item[]
  total: number
  limit: number
  offset: number
  next_offset: number | null
  has_more: boolean
}

/** Maximum number of items that a list skips. The database reads an index past all of them, so lists are limited. */
export const MAX_OFFSET = 10_000

/** Wraps a page in the envelope of every list. A next page that would begin after MAX_OFFSET is not announced. */
export function page<Item>(
  items: Item[],
  total: number,
  { limit, offset }: { limit: number; offset: number },
): Page<Item> {
  const end = offset + items.length
  const hasMore = items.length > 0 && end < total && end <= MAX_OFFSET
  return { items, total, limit, offset, next_offset: hasMore ? end : null, has_more: hasMore }
}
