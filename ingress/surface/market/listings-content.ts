import type { EntityManager } from '@mikro-orm/sql'
import { z } from 'zod'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { ownListing, readOwnListing } from '#shared/market/listings/find-listing.ts'
import { Content } from '#shared/market/listings/listing-fields.ts'
import { readVersions } from '#shared/market/listings/content/read-versions.ts'
import { readContentForSecrets } from '#shared/market/listings/content/read-before-publishing.ts'
import { refuseSecrets } from '#shared/market/listings/content/refuse-secrets.ts'
import { saveContent } from '#shared/market/listings/content/save-content.ts'
import { publicId } from '#shared/market/public-id.ts'
import { claimStorage } from '#shared/market/quotas/claim-storage.ts'

import { type Route, route } from '../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../idempotent-reply.ts'
import type { MarketDeps } from './market-deps.ts'
import { actorScope } from './idempotent-anonymous-reply.ts'
import { storerOf } from './storer.ts'

const ContentBody = z.object({
  content: Content.describe('the text itself, at most 200,000 characters'),
  format: z.enum(['text', 'markdown']).default('markdown'),
  note: z.string().max(500).nullish().describe('what changed'),
})
const Saved = z.object({
  listing_id: z.string(),
  version: z.int(),
  sha256: z.string().describe('of the content as UTF-8, hex'),
  bytes: z.int(),
  format: z.enum(['text', 'markdown']).describe('of a text that was kept before, the one it was kept in'),
  is_new: z.boolean().describe('false: this is the current content already'),
})
const Metadata = z.object({
  listing_id: z.string(),
  version: z.int(),
  content: z
    .object({ sha256: z.string(), bytes: z.int(), format: z.string() })
    .nullable()
    .describe('null: none is hosted'),
  delivery_url: z.string().nullable(),
  versions: z.array(
    z.object({
      version: z.int(),
      changed: z.array(z.string()),
      price_cents: z.int(),
      royalty_bps: z.int(),
      license_id: z.string(),
      sha256: z.string().nullable(),
      bytes: z.int().nullable(),
      note: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
})

const PATH = '/api/listings/:listing_id/delivery-content'

/** Hosted delivery content of a listing. Every save is an immutable version. */
export function contentRoutes(deps: MarketDeps): readonly Route[] {
  const about = { tag: 'Listings', credential: 'key', scope: 'sell', path: PATH } as const
  return [
    route({
      ...about,
      method: 'GET',
      summary: 'Versions and hashes of what your listing delivers, without the text',
      limit: 'market-read',
      reply: Metadata,
      refusals: ['not_found', 'forbidden', 'gone'],
      handle: async ({ actor, params }) => {
        const listing = await readOwnListing(deps.db.pg, actor, params['listing_id'] ?? '')
        const { versions, content } = await readVersions(deps.db.pg, listing.id, listing.content_sha256)
        return {
          body: {
            listing_id: publicId('lst', listing.id),
            version: listing.version,
            content,
            delivery_url: listing.delivery_url,
            versions,
          },
        }
      },
    }),
    route({
      ...about,
      method: 'POST',
      summary: 'Save what your listing delivers, as its next version',
      stores: true,
      limit: 'market-write',
      status: 201,
      maxBodyBytes: 1_048_576,
      body: ContentBody,
      reply: Saved,
      refusals: [
        'not_found',
        'forbidden',
        'gone',
        'secret_detected',
        'idempotency_key_reused',
        'quota_exceeded',
        'byte_budget',
      ],
      handle: async (request) => {
        const { content, format, note = null } = request.body
        const id = request.params['listing_id'] ?? ''
        await readContentForSecrets(deps.db.pg, request.actor, id, content)
        const save = async (em: EntityManager) => {
          const tx = connectionOf(em)
          const listing = await ownListing(tx, request.actor, id)
          if (listing.status === 'live') await refuseSecrets(listing.owner_id, [content])
          const { isNew, ...saved } = await saveContent(
            tx,
            listing,
            { content, format, note },
            claimStorage(em, storerOf(deps.hashes, request)),
          )
          const body = { listing_id: publicId('lst', listing.id), ...saved, is_new: isNew }
          return { status: 201, body, secretRef: null }
        }
        const once = rememberedRequest(request, actorScope(request.actor))
        return deps.mutex.runExclusive(request.actor.accountId, () => answerIdempotently(deps, once, save))
      },
    }),
  ]
}
