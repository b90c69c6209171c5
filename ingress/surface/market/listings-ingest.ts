import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'
import { CreateListing } from '#shared/market/listings/listing-fields.ts'
import { SOURCE_TYPES } from '#shared/market/listings/ingest/source-types.ts'
import { runTextJob } from '#shared/market/texts/text-threads.ts'

import { type Route, route } from '../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../idempotent-reply.ts'
import type { MarketDeps } from './market-deps.ts'
import { actorScope } from './idempotent-anonymous-reply.ts'

const Ingest = z.object({
  source_type: z.enum(SOURCE_TYPES),
  content: z.string().min(1).max(200_000).describe('the pasted source; addresses are not fetched'),
  hints: z
    .object({
      title: CreateListing.shape.title.optional(),
      category: CreateListing.shape.category.unwrap().optional(),
      listing_kind: CreateListing.shape.listing_kind.unwrap().optional(),
      price_cents: CreateListing.shape.price_cents,
    })
    .optional()
    .describe('what you know better than the source'),
})

const IngestAnswer = z.object({
  draft: z
    .object({ title: z.string(), description: z.string(), category: z.string(), listing_kind: z.string() })
    .loose()
    .describe('a body for POST /api/listings'),
  warnings: z.array(z.string()),
  detected: z.object({
    kind: z.string(),
    runtime: z.string(),
    license: z.string().nullable(),
    secrets_found: z.array(z.object({ type: z.string(), preview: z.string() })),
  }),
  saved: z.literal(false),
})

/** Turns a pasted source into a listing draft. */
export const ingestRoutes = (deps: MarketDeps): readonly Route[] => [
  route({
    tag: 'Listings',
    method: 'POST',
    path: '/api/listings/ingest',
    summary: 'Turn a pasted text, SKILL.md, MCP server or OpenAPI document into a draft; nothing is saved',
    credential: 'key',
    scope: 'sell',
    limit: 'market-write',
    maxBodyBytes: 1_048_576,
    body: Ingest,
    reply: IngestAnswer,
    refusals: ['idempotency_key_reused'],
    handle: async (request) => {
      const { source_type, content, hints } = request.body
      // Before the transaction, so that parsing holds no connection.
      const ingested = await runTextJob(request.actor.userId, 'ingest', { type: source_type, content })
      if (ingested === null)
        throw invalidFields({
          path: ['content'],
          msg: 'Value error, this takes too long to read; send a shorter or simpler source',
        })
      const { draft, ...rest } = ingested
      const known = Object.entries(hints ?? {}).filter(([, value]) => value !== undefined)
      const body = { draft: { ...draft, ...Object.fromEntries(known) }, ...rest, saved: false }
      // A replay recomputes its answer: drafts may be as long as their source and are not stored.
      return answerIdempotently(
        deps,
        rememberedRequest(request, actorScope(request.actor)),
        () => Promise.resolve({ status: 200, body: {}, secretRef: null }),
        () => body,
      )
    },
  }),
]
