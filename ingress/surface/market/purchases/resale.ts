import { z } from 'zod'

import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { invalidFields } from '#shared/errors.ts'
import { coalesceNext } from '#shared/lib/concurrency/coalesce-next.ts'
import { page } from '#shared/market/paging.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import { findPurchase } from '#shared/market/purchases/find-purchase.ts'
import { browseOffers } from '#shared/market/resale/browse-offers.ts'
import { cancelOffer, listOffer } from '#shared/market/resale/list-offer.ts'
import { OfferView, readOffer, viewOffer } from '#shared/market/resale/offer.view.ts'
import { readResale, ResaleView } from '#shared/market/resale/read-resale.ts'
import { MOST_OFFER_DAYS, OFFER_SORTS } from '#shared/market/resale/resale.rules.ts'
import { plainText } from '#shared/market/users/account-fields.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { notFound } from '#shared/market/users/require-owner.ts'

import { type Reply, type Route, route } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'
import { pageOf, pageQuery, pageReply } from '../paged.ts'

const price = z.coerce.number().int().min(0).max(100_000_000).optional()
// Safe: the list is not empty.
const Sort = z.enum(OFFER_SORTS.map(({ id }) => id) as [(typeof OFFER_SORTS)[number]['id']])
const BrowseQuery = z.object({
  listing_id: z.string().max(64).optional(),
  user_id: z.string().max(64).optional().describe('whoever sells'),
  min_price_cents: price,
  max_price_cents: price,
  sort: Sort.default('newest'),
  ...pageQuery(200, 20),
})
const OfferPage = pageOf(OfferView).extend({
  total_is: z.enum(['exact', 'estimate']).describe('exact up to 1,000; then there are more than it says'),
})

/** `PurchaseResaleOfferBody` of the interface document. */
const OfferBody = z.object({
  price_cents: z.int().min(0).max(100_000_000).describe('50 at least'),
  currency: z.enum(['usd']).default('usd').describe('of the price; buyers pay on any rail'),
  expires_at: z.iso
    .datetime({ offset: true })
    .max(64)
    .nullish()
    .describe(`the offer ends then; at most ${MOST_OFFER_DAYS} days from now`),
  note: plainText(500).nullish().describe('for buyers'),
})
const Listed = ResaleView.extend({
  royalty_cents: z.int().describe('of the price, to the maker'),
  platform_fee_cents: z.int(),
  you_receive_cents: z.int(),
  buy_url: z.string(),
})
const HOLDING = [
  'purchase_unpaid',
  'purchase_refunded',
  'purchase_disputed',
  'already_resold',
  'wrapped',
  'resale_not_allowed',
  'resale_not_open',
] as const
/** Stands for a malformed id in filters. Matches nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
const DAY_MS = 86_400_000

/** Selling on what one bought: the offer of its holder, and the offers that others can buy. */
export function resaleRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, mint, now } = deps
  const share = coalesceNext<Reply>()
  const own = { tag: 'Purchases', credential: 'key' } as const
  const offers = { tag: 'Purchases', method: 'GET', credential: 'none', limit: 'market-read' } as const
  const PATH = '/api/purchases/:purchase_id/resale'
  const baseUrl = config.publicBaseUrl

  /** Reads how it stands with the resale of a purchase, after `change` under its lock. */
  const changed = (
    actor: Actor,
    id: string,
    change: ((...given: Parameters<typeof cancelOffer>) => Promise<void>) | null,
  ): Promise<ResaleView> =>
    inUnitOfWork(db, async (em) => {
      const asker = { actor, token: undefined, tokenOf: mint.purchaseToken }
      const seen = await findPurchase(em, asker, id, change !== null)
      await change?.(em, seen)
      return readResale(em, seen, baseUrl)
    })
  return [
    route({
      ...own,
      method: 'GET',
      path: PATH,
      summary: 'How it stands with the resale of a purchase: whether and when it may be offered, and its last offer',
      scope: 'read',
      limit: 'market-read',
      reply: ResaleView,
      refusals: ['not_found'],
      handle: async ({ actor, params }) => ({ body: await changed(actor, params['purchase_id'] ?? '', null) }),
    }),
    route({
      ...own,
      method: 'POST',
      path: `${PATH}/list`,
      summary: 'Offer a licence that you bought, or change the offer; says what you receive',
      scope: 'sell',
      limit: 'market-write',
      stores: true,
      body: OfferBody,
      reply: Listed,
      refusals: ['not_found', 'forbidden', 'price_too_low', 'offer_reserved', ...HOLDING],
      handle: async ({ actor, params, body }) => {
        const expiresAt = body.expires_at ? new Date(body.expires_at) : null
        requireAhead(expiresAt)
        const wish = { priceCents: body.price_cents, expiresAt, note: body.note ?? null }
        const view = await changed(actor, params['purchase_id'] ?? '', (em, seen) => listOffer(em, seen, wish))
        const { offer } = view
        if (offer === null) throw new Error('an offer that was just made is not there')
        const { royalty_cents, platform_fee_cents, you_receive_cents, buy_url } = offer
        return { body: { ...view, royalty_cents, platform_fee_cents, you_receive_cents, buy_url } }
      },
    }),
    route({
      ...own,
      method: 'POST',
      path: `${PATH}/cancel`,
      summary: 'End the offer of a licence; again changes nothing. Refused while a sale waits for its payment',
      scope: 'sell',
      limit: 'market-write',
      reply: ResaleView,
      refusals: ['not_found', 'forbidden', 'offer_reserved', 'offer_gone'],
      handle: async ({ actor, params }) => ({ body: await changed(actor, params['purchase_id'] ?? '', cancelOffer) }),
    }),
    route({
      ...offers,
      path: '/api/resale-offers',
      summary: 'Browse licences that their holders sell on',
      query: BrowseQuery,
      reply: OfferPage,
      handle: (request) => {
        const { query } = request
        return share(JSON.stringify(query), async () => {
          const { rows, total, totalIs } = await browseOffers(db, {
            listingId: query.listing_id === undefined ? null : (uuidOf('lst', query.listing_id) ?? NOBODY),
            sellerId: query.user_id === undefined ? null : (uuidOf('usr', query.user_id) ?? NOBODY),
            minimumCents: query.min_price_cents ?? null,
            maximumCents: query.max_price_cents ?? null,
            sort: query.sort,
            limit: query.limit,
            offset: query.offset,
          })
          const items = rows.map((row) => viewOffer(row, baseUrl))
          const { body, ...reply } = pageReply(request, query, page(items, total, query))
          const text = JSON.stringify({ ...Object(body), total_is: totalIs })
          return { ...reply, type: 'application/json; charset=utf-8', body: text }
        })
      },
    }),
    route({
      ...offers,
      path: '/api/resale-offers/:resale_offer_id',
      summary: 'One offer of a licence, with everything to buy it in one hop',
      reply: OfferView,
      refusals: ['not_found'],
      handle: async ({ params }) => {
        const id = uuidOf('rof', params['resale_offer_id'] ?? '')
        const row = id === null ? null : await readOffer(db.pg, id)
        if (row === null || row.is_hidden) throw notFound('offer')
        return { body: viewOffer(row, baseUrl) }
      },
    }),
  ]

  /** Throws 422 for an end that is over, or too far away. */
  function requireAhead(expiresAt: Date | null): void {
    if (expiresAt === null) return
    const aheadMs = expiresAt.getTime() - now().getTime()
    if (aheadMs > 0 && aheadMs <= MOST_OFFER_DAYS * DAY_MS) return
    const msg = `expires_at has to be in the future, at most ${MOST_OFFER_DAYS} days away`
    throw invalidFields({ path: ['expires_at'], type: 'value_error', msg })
  }
}
