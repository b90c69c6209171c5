import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { verdictFields } from '#shared/engines/guard/verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'

import { defineOutcome, exampleFrom } from '../define.ts'
import example from './endpoint-match.example.json' with { type: 'json' }

const decisions = ['proceed', 'review', 'reject'] as const
const names = z.array(z.string())
const fit = z.object({ satisfied: names, missing_required: names, type_mismatch: names })
const match = z.object({
  slug: z.string(),
  url: z.string(),
  method: z.literal('POST'),
  price_cents: z.int(),
  score: z.number().min(0).max(1),
  why: names.describe('terms that match'),
  input_fit: fit.describe('have against what the endpoint takes'),
  output_fit: fit.describe('want against what it answers'),
  sample_body: z.looseObject({}),
  pay_probe_url: z.string(),
  kind: z.enum(['outcome', 'seller']),
})

export const endpointMatch = defineOutcome({
  slug: 'endpoint-match',
  title: 'Endpoint match',
  description:
    'Finds the paid endpoints that fit a need, by text (BM25 with synonyms) and by input and output fields, with price, ' +
    'a sample body and why: of this service, and of sellers, whose measured quality counts. Below a floor nothing is offered: no match is better than a wrong sale.',
  cents: 2,
  get: { alias: '/api/x402/endpoints/match', names: { q: 'need' } },
  decisions,
  types: {
    takes: { need: 'need', have: 'json', want: 'json', max_cents: 'need-cents', limit: 'count' },
    gives: { 'best.url': 'url', matches: 'json', best: 'json' },
    also: { 'matches.0.url': 'url', 'best.slug': 'slug' },
  },
  input: () =>
    guardInput({
      need: z.string().min(3).max(500).describe('what the agent wants done'),
      have: z.looseObject({}).optional().describe('fields the agent can supply (example object or JSON Schema)'),
      want: z.looseObject({}).optional().describe('fields wanted in the result'),
      max_cents: z.int().min(0).max(50_000).optional().describe('price ceiling'),
      limit: documentedDefault(z.int().min(1).max(20), 5).describe('matches'),
      scope: documentedDefault(z.enum(['outcomes', 'sellers', 'all']), 'all').describe('catalogue part'),
    }),
  output: () =>
    z.object({
      ...verdictFields,
      decision: z.enum(decisions),
      matches: z.array(match),
      best: match.nullable().describe('first match with no missing required field'),
      unmatched_terms: names.describe('words of the need no match covers'),
      catalog_version: z.string().describe('digest of the catalogue searched'),
    }),
  example: exampleFrom(example),
  check: ({ have, want }) => {
    refuseDeep('have', have)
    refuseDeep('want', want)
  },
  run: async (input, { signing, isSold, sellers, now }) => {
    const [{ matchEndpoints }, { endpointsToMatch }, { outcomesAskedFor }] = await Promise.all([
      import('#shared/engines/match/match-endpoints.ts'),
      import('#shared/catalog/sold-endpoints.ts'),
      import('#shared/catalog/outcomes-asked-for.ts'),
    ])
    return matchEndpoints(
      {
        need: input.need,
        have: input.have,
        want: input.want,
        maxCents: input.max_cents,
        limit: input.limit ?? 5,
        scope: input.scope ?? 'all',
        said: outcomesAskedFor(input.need, now()),
        input,
      },
      endpointsToMatch({ baseUrl: signing.baseUrl, isSold }, await sellers.endpoints()),
    )
  },
})
