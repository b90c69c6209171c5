import { z } from 'zod'

import { MAX_OFFSET, type Page } from '#shared/market/paging.ts'

import type { Reply, RouteRequest } from '../../http/route.ts'

/** `limit` and `offset` query parameters of marketplace lists. */
export const pageQuery = (mostItems: number, items: number) => ({
  limit: z.coerce.number().int().min(1).max(mostItems).default(items).describe(`items of one page, 1 to ${mostItems}`),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .refine((offset) => offset <= MAX_OFFSET, {
      message: `a list goes no deeper than ${MAX_OFFSET} items; narrow it with a filter, or sort it the other way round`,
      abort: true,
    })
    // Only for the generated documents: `refine` above refuses a larger offset first.
    .max(MAX_OFFSET)
    .default(0)
    .describe(`items to skip, at most ${MAX_OFFSET}`),
})

/** Schema of a page, for the documentation. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    next_offset: z.int().nullable(),
    has_more: z.boolean(),
  })

/** Answers a page, with `Link: rel=next` if there is a next one. The link repeats `query`. */
export function pageReply<Item>(
  { path }: Pick<RouteRequest, 'path'>,
  query: Record<string, unknown>,
  body: Page<Item>,
): Reply {
  if (body.next_offset === null) return { body }
  const next = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, offset: body.next_offset }))
    if (value !== undefined) next.set(name, String(value))
  return { headers: { Link: `<${path}?${next.toString()}>; rel="next"` }, body }
}
