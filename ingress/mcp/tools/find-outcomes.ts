import { z } from 'zod'

import { searchCatalog } from '#shared/catalog/search-catalog.ts'

import { defineTool } from '../tool.ts'

/** Finds outcomes by words. */
export const findOutcomes = defineTool({
  name: 'find_outcomes',
  title: 'Find outcomes',
  description: 'Finds outcomes (paid tools) by what you need, with their prices. Free.',
  input: z.object({
    query: z.string().min(1).max(200).describe('a need, in your words, or a slug'),
    max_cents: z.int().min(0).max(1_000_000).optional(),
    limit: z.int().min(1).max(20).default(5),
  }),
  output: {
    ok: { type: 'boolean' },
    total: { type: 'number' },
    outcomes: { type: 'array', items: { type: 'object' }, description: 'slug, title, description, price_cents' },
  },
  isReadOnly: true,
  limit: 'discovery',
  run: async ({ query, max_cents, limit }, { deps }) => {
    const { hits, total, corrected } = await searchCatalog(deps.forSale, { text: query, limit, maxCents: max_cents })
    const outcomes = hits.map(({ entry: { outcome } }) => ({
      slug: outcome.slug,
      title: outcome.title,
      description: outcome.description,
      price_cents: outcome.cents,
    }))
    return { body: { ok: true, total, outcomes, ...(Object.keys(corrected).length === 0 ? {} : { corrected }) } }
  },
})
