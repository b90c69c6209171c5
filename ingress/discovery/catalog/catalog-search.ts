import { z } from 'zod'

import { searchCatalog } from '#shared/catalog/search-catalog.ts'
import { usdcString } from '#shared/lib/micro-usdc.ts'
import { availabilityOf, installationOf } from '#shared/outcomes/availability.ts'

import type { IngressDeps } from '../../deps.ts'
import { type Route, route } from '../../http/route.ts'
import { JSON_TYPE } from '../live-document.ts'
import { Availability } from '../openapi/catalog-answer.ts'
import { DISCOVERY_TAG } from '../openapi/route-operation.ts'
import { sendDocument, textDocument } from '../text-document.ts'
import { firstSentence } from './first-sentence.ts'

const [MOST_HITS, HITS] = [20, 5]

/** What is searched for, as /api/v1/catalog/search and the catalog take it. */
export const searchText = z
  .string()
  .min(1)
  .max(200)
  .describe('what the outcome should do, in words; also a slug. Slips and synonyms are understood')

const SearchAnswer = z.object({
  ok: z.literal(true),
  q: z.string(),
  corrected: z.record(z.string(), z.string()).describe('words that were read as others'),
  count: z.int(),
  total: z.int().describe('how many matched, before limit'),
  results: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      line: z.string().describe('what it does, in one line'),
      price_cents: z.int(),
      price_usd: z.string(),
      pack: z.string(),
      availability: Availability,
      url: z.string().describe('where it is called by POST'),
    }),
  ),
  links: z
    .object({ about: z.string(), page: z.string(), openapi: z.string(), pay_probe: z.string() })
    .describe('of a result, with its slug for {slug}'),
})

/** GET /api/v1/catalog/search: a few outcomes and bundles that fit a text, small enough for a model to read. */
export function catalogSearch({
  catalog,
  forSale,
  config,
}: Pick<IngressDeps, 'catalog' | 'forSale' | 'config'>): Route {
  const { publicBaseUrl: baseUrl } = config
  const installation = installationOf(config)
  const links = {
    about: `${baseUrl}/api/v1/outcomes/{slug}`,
    page: `${baseUrl}/api/v1/outcomes/{slug}.md`,
    openapi: `${baseUrl}/api/v1/outcomes/{slug}/openapi.json`,
    pay_probe: `${baseUrl}/api/v1/outcomes/pay-probe/{slug}`,
  }
  return route({
    method: 'GET',
    path: '/api/v1/catalog/search',
    summary: 'Find outcomes and bundles by what they do: slug, price and one line of each, free',
    tag: DISCOVERY_TAG,
    credential: 'none',
    limit: 'discovery',
    query: z.object({
      q: searchText,
      limit: z.coerce.number().int().min(1).max(MOST_HITS).default(HITS),
      max_cents: z.coerce.number().int().min(0).max(50_000).optional().describe('leaves out what costs more'),
      pack: z
        .enum([...new Set([...catalog.values()].map(({ pack }) => pack.name))])
        .optional()
        .describe('outcomes of this pack alone'),
    }),
    reply: SearchAnswer,
    refusals: ['validation_error'],
    async handle(request) {
      const { q, limit, max_cents: maxCents, pack } = request.query
      const { hits, total, corrected } = await searchCatalog(forSale, { text: q, limit, maxCents, pack })
      const results = hits.map(
        ({
          entry: {
            outcome,
            priceMicroUsdc,
            publicPath,
            pack: { name },
          },
        }) => ({
          slug: outcome.slug,
          title: outcome.title,
          line: firstSentence(outcome.description),
          price_cents: outcome.cents,
          price_usd: usdcString(priceMicroUsdc),
          pack: name,
          availability: availabilityOf(outcome, installation),
          url: baseUrl + publicPath,
        }),
      )
      const body = { ok: true, q, corrected, count: results.length, total, results, links }
      return sendDocument(request, textDocument(JSON.stringify(body), JSON_TYPE))
    },
  })
}
