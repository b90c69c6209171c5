import type { EntityManager } from '@mikro-orm/sql'
import { takesCards } from '#shared/market/cards/takes-cards.ts'
import { z } from 'zod'

import { connectionOf, inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { type Browse, listingBrowser } from '#shared/market/listings/browse/browse-listings.ts'
import { boostPlacer } from '#shared/market/listings/browse/boost-placer.ts'
import { viewCounter } from '#shared/market/listings/browse/count-view.ts'
import { createListing } from '#shared/market/listings/create-listing.ts'
import { descriptionHtml } from '#shared/market/listings/manifest/description-html.ts'
import { deleteListing } from '#shared/market/listings/delete-listing.ts'
import { readOwnListing, seenListing } from '#shared/market/listings/find-listing.ts'
import { contentOf, CreateListing, PatchListing } from '#shared/market/listings/listing-fields.ts'
import { SORTS } from '#shared/market/listings/listing-options.rules.ts'
import { patchListing } from '#shared/market/listings/patch-listing.ts'
import { readActivity } from '#shared/market/listings/browse/read-activity.ts'
import { readPatchForSecrets } from '#shared/market/listings/content/read-before-publishing.ts'
import { readForSecrets } from '#shared/market/listings/content/refuse-secrets.ts'
import { viewListings } from '#shared/market/listings/browse/view-listings.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { coalesceNext } from '#shared/lib/concurrency/coalesce-next.ts'
import { page } from '#shared/market/paging.ts'
import { cheapestOffers } from '#shared/market/resale/browse-offers.ts'
import { viewOffer } from '#shared/market/resale/offer.view.ts'
import { publicId, uuidOf } from '#shared/market/public-id.ts'
import { claimStorage } from '#shared/market/quotas/claim-storage.ts'

import { type Reply, type Route, route } from '../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../idempotent-reply.ts'
import { ActivityAnswer, DeletedAnswer, ListingAnswer, ListingPage, MetaAnswer } from './listing-answers.ts'
import { listingMeta } from './listings-meta.ts'
import type { MarketDeps } from './market-deps.ts'
import { actorScope } from './idempotent-anonymous-reply.ts'
import { pageQuery, pageReply } from './paged.ts'
import { storerOf } from './storer.ts'

const filterText = (what: string) => z.string().max(64).optional().describe(what)
// Safe: the list is not empty.
const Sort = z.enum(SORTS.map(({ id }) => id) as [(typeof SORTS)[number]['id']])

const BrowseQuery = z.object({
  status: z.enum(['live', 'draft', 'all']).default('live').describe('drafts are your own only'),
  category: filterText('an id of GET /api/listings/meta'),
  listing_kind: filterText('an id of GET /api/listings/meta'),
  user_id: filterText('the seller'),
  q: z.string().max(200).optional().describe('words, "phrases", -without; in titles nearly right is found too'),
  listing_type: z.enum(['fixed', 'auction']).optional(),
  price_type: z.enum(['free', 'paid']).optional(),
  tech_tag: filterText('an entry of tech_stack'),
  sort: Sort.default('newest').describe('GET /api/listings/meta says what each means; with q, newest ranks'),
  ...pageQuery(200, 20),
})
type BrowseQuery = z.output<typeof BrowseQuery>

/** Browse, read, publish, change and delete listings. */
export function listingRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, log, now, hashes, mutex } = deps
  const nowMs = () => now().getTime()
  const browseAll = listingBrowser(db, nowMs)
  let browseReplica: typeof browseAll | undefined
  // What everybody is shown may be a moment old; sellers look for what they have just written.
  const browse: typeof browseAll = (asked, actor) => {
    const { replica } = db
    if (replica === null || asked.filter.status !== 'live' || asked.filter.userId !== undefined)
      return browseAll(asked, actor)
    browseReplica ??= listingBrowser({ pg: replica, lists: replica }, nowMs)
    return browseReplica(asked, actor)
  }
  const placed = boostPlacer(db, nowMs)
  const share = coalesceNext<Reply>()
  const views = viewCounter(db, log, nowMs)
  const about = { tag: 'Listings' } as const
  const ID = '/api/listings/:listing_id'

  const shown = async (id: string, actor: Actor) => {
    const row = await readOwnListing(db.pg, actor, id)
    const [view] = await viewListings(db.pg, [row], {
      baseUrl: config.publicBaseUrl,
      hasCards: takesCards(config),
      actor,
      isWhole: true,
    })
    return view ?? {}
  }
  const listed = async (request: { path: string; query: BrowseQuery }, actor: Actor | null, asked: Browse) => {
    const { rows: found, total, totalIs } = await browse(asked, actor)
    const rows = await placed(found, asked)
    const items = await viewListings(db.pg, rows, {
      baseUrl: config.publicBaseUrl,
      hasCards: takesCards(config),
      actor,
    })
    const reply = pageReply(request, request.query, page(items, total, asked))
    return { ...reply, body: { ...Object(reply.body), total_is: totalIs } }
  }

  return [
    route({
      ...about,
      method: 'GET',
      path: '/api/listings',
      summary: 'Browse and search what is on sale',
      credential: 'optional',
      limit: 'market-read',
      query: BrowseQuery,
      reply: ListingPage,
      handle: (request) => {
        const { actor, query } = request
        const { status, category, listing_kind, listing_type, price_type, tech_tag, sort, limit, offset } = query
        const userId = query.user_id === undefined ? undefined : (uuidOf('usr', query.user_id) ?? NOBODY)
        const filter = {
          status,
          category,
          listingKind: listing_kind,
          userId,
          listingType: listing_type,
          priceType: price_type,
          techTag: tech_tag?.trim().toLowerCase(),
          q: query.q === undefined || query.q.trim() === '' ? undefined : query.q,
        }
        const look = () => listed(request, actor, { filter, sort, limit, offset })
        if (actor !== null) return look()
        // Coalesce simultaneous requests for the same page: one query, one JSON serialization.
        return share(JSON.stringify(query), async () => {
          const { body, ...reply } = await look()
          return { ...reply, type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
        })
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/listings',
      summary: 'Create a listing: a draft, or live at once',
      stores: true,
      credential: 'key',
      scope: 'sell',
      limit: 'market-write',
      status: 201,
      maxBodyBytes: 1_048_576,
      body: CreateListing,
      reply: ListingAnswer,
      refusals: [
        'idempotency_key_reused',
        'secret_detected',
        'nothing_to_deliver',
        'conflict',
        'unavailable',
        'quota_exceeded',
        'byte_budget',
      ],
      handle: async (request) => {
        const { title, summary, description, status } = request.body
        const content = contentOf(request.body)
        // Before the transaction, so that the scan for secrets holds no connection.
        if (status === 'live') await readForSecrets(request.actor.userId, [title, summary, description, content])
        const create = async (em: EntityManager) => {
          const id = await createListing(
            em,
            request.actor.userId,
            request.body,
            claimStorage(em, storerOf(hashes, request)),
          )
          const tx = connectionOf(em)
          const row = await readOwnListing(tx, request.actor, publicId('lst', id))
          const [body] = await viewListings(tx, [row], {
            baseUrl: config.publicBaseUrl,
            hasCards: takesCards(config),
            actor: request.actor,
            isWhole: true,
          })
          return { status: 201, body: body ?? {}, secretRef: null }
        }
        const once = rememberedRequest(request, actorScope(request.actor))
        return mutex.runExclusive(request.actor.accountId, () => answerIdempotently(deps, once, create))
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/listings/activity',
      summary: 'What happened lately: published, new prices and versions, bids, endings',
      credential: 'none',
      limit: 'market-read',
      query: z.object({
        limit: z.coerce.number().int().min(1).max(30).default(12),
        listing_id: filterText('of one listing only'),
      }),
      reply: ActivityAnswer,
      handle: async ({ query }) => {
        const id = query.listing_id === undefined ? null : (uuidOf('lst', query.listing_id) ?? NOBODY)
        return { body: { items: await readActivity(db.pg, query.limit, id) } }
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/listings/user/me',
      summary: 'Your own listings, drafts too',
      credential: 'key',
      scope: 'read',
      limit: 'market-read',
      query: z.object(pageQuery(200, 20)),
      reply: ListingPage,
      handle: (request) => {
        const { actor, query } = request
        const filter = { status: 'all', userId: actor.userId } as const
        return listed({ path: request.path, query: Object(query) }, actor, { filter, sort: 'newest', ...query })
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/listings/meta',
      summary: 'Categories, kinds, form options, fees and bid increments',
      credential: 'none',
      limit: 'market-read',
      reply: MetaAnswer,
      handle: () => ({ headers: { 'Cache-Control': 'public, max-age=60' }, body: listingMeta() }),
    }),
    route({
      ...about,
      method: 'GET',
      path: ID,
      summary: 'One listing, with everything to buy it in one hop',
      credential: 'optional',
      limit: 'market-read',
      reply: ListingAnswer,
      refusals: ['not_found', 'gone'],
      handle: async ({ actor, params }) => {
        const row = await seenListing(db.pg, actor, params['listing_id'] ?? '')
        if (row.owner_id !== actor?.userId) views.count(row.id)
        const [view] = await viewListings(db.pg, [row], {
          baseUrl: config.publicBaseUrl,
          hasCards: takesCards(config),
          actor,
          isWhole: true,
        })
        const [rendered, offers] = await Promise.all([
          descriptionHtml(row.owner_id, row.description),
          row.listing_type === 'fixed' ? cheapestOffers(db.pg, row.id) : [],
        ])
        const resale_offers = offers.map((offer) => viewOffer(offer, config.publicBaseUrl))
        return { body: { ...view, description_html: rendered, resale_offers } }
      },
    }),
    route({
      ...about,
      method: 'PATCH',
      path: ID,
      summary: 'Change a listing: what is sent replaces, the rest stays',
      stores: true,
      credential: 'key',
      scope: 'sell',
      limit: 'market-write',
      body: PatchListing,
      nullable: true,
      reply: ListingAnswer,
      refusals: [
        'not_found',
        'forbidden',
        'gone',
        'conflict',
        'nothing_to_deliver',
        'secret_detected',
        'unavailable',
        'quota_exceeded',
        'byte_budget',
      ],
      handle: async (request) => {
        const { actor, params, body: changes } = request
        const id = params['listing_id'] ?? ''
        await readPatchForSecrets(await db.em(), actor, id, changes)
        const patch = (em: EntityManager) =>
          patchListing(em, { actor, id, changes }, claimStorage(em, storerOf(hashes, request)))
        await mutex.runExclusive(actor.accountId, () => inUnitOfWork(db, patch))
        return { body: await shown(id, actor) }
      },
    }),
    route({
      ...about,
      method: 'DELETE',
      path: ID,
      summary: 'Delete a listing; buyers keep what they bought',
      credential: 'key',
      scope: 'sell',
      limit: 'market-write',
      reply: DeletedAnswer,
      refusals: ['not_found', 'forbidden', 'gone', 'conflict'],
      handle: async ({ actor, params }) => {
        const { id, deletedAt } = await inUnitOfWork(db, (em) => deleteListing(em, actor, params['listing_id'] ?? ''))
        return { body: { listing_id: publicId('lst', id), deleted: true, deleted_at: deletedAt } }
      },
    }),
  ]
}

/** Stands for a malformed id in filters. Matches nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
