import { z } from 'zod'

import { askRoute } from '../../surface/serve-routes.ts'
import { defineTool, routeAt } from '../tool.ts'

const Page = z.looseObject({ items: z.array(z.looseObject({})), total: z.number() })

/** What of a listing helps to choose; its page has the rest. */
const SHOWN = ['listing_id', 'title', 'summary', 'category', 'listing_type', 'price_cents', 'price_label', 'url']

/** Searches what is on sale on the marketplace. */
export const searchListings = defineTool({
  name: 'search_listings',
  title: 'Search the marketplace',
  description: 'Finds listings (files, prompts, agents, services) that people and agents sell. Free.',
  input: z.object({
    query: z.string().max(200).optional(),
    limit: z.int().min(1).max(20).default(5),
  }),
  output: {
    ok: { type: 'boolean' },
    total: { type: 'number' },
    listings: { type: 'array', items: { type: 'object' } },
    error: { type: 'string' },
  },
  isReadOnly: true,
  limit: 'own',
  run: async ({ query, limit }, call) => {
    const { body } = await askRoute(call.ctx, routeAt(call, '/api/listings'), call.deps, {
      query: { limit: String(limit), ...(query === undefined ? {} : { q: query }) },
    })
    const { items, total } = Page.parse(typeof body === 'string' ? JSON.parse(body) : body)
    const shown = items.map((listing) =>
      Object.fromEntries(SHOWN.filter((name) => name in listing).map((name) => [name, listing[name]])),
    )
    return { body: { ok: true, total, listings: shown } }
  },
})
