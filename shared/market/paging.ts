/** A slice of a list as answers carry it. `total` counts everything that fits the filters. */
export type Page<Item> = {
  items: Item[]
  total: number
  limit: number
  offset: number
  next_offset: number | null
  has_more: boolean
}

/** Puts a slice into the envelope of every list. */
export function page<Item>(
  items: Item[],
  total: number,
  { limit, offset }: { limit: number; offset: number },
): Page<Item> {
  const end = offset + items.length
  const hasMore = items.length > 0 && end < total
  return { items, total, limit, offset, next_offset: hasMore ? end : null, has_more: hasMore }
}
