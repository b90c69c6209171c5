import { z } from 'zod'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { acceptTopBid } from '#shared/market/auctions/accept-top-bid.ts'
import { bidderLabel, listBids } from '#shared/market/auctions/list-bids.ts'
import { placeBid } from '#shared/market/auctions/place-bid.ts'
import { auctionsOf } from '#shared/market/auctions/read-auctions.ts'
import { findBiddersListing } from '#shared/market/auctions/find-bidders-listing.ts'
import { seenListing } from '#shared/market/listings/find-listing.ts'
import { AuctionView } from '#shared/market/listings/listing-extensions.ts'
import { page } from '#shared/market/paging.ts'
import { publicId } from '#shared/market/public-id.ts'

import { type Route, route } from '../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../idempotent-reply.ts'
import type { MarketDeps } from './market-deps.ts'
import { openRails } from './open-rails.ts'
import { actorScope } from './idempotent-anonymous-reply.ts'
import { pageOf, pageQuery, pageReply } from './paged.ts'
import { payingCredential } from './purchases/paying-credential.ts'

const BidBody = z
  .object({
    amount_cents: z.int().min(1).max(100_000_000).describe('whole cents; binding once it is taken'),
    // A higher limit is refused: a caller would expect a proxy bid, and there are none.
    max_amount_cents: z.int32().nullish().describe('refused unless it is amount_cents: nobody bids for you'),
  })
  .refine(({ amount_cents: cents, max_amount_cents: most }) => most === undefined || most === null || most === cents, {
    path: ['max_amount_cents'],
    message: 'there are no proxy bids: bid amount_cents, and again when you are outbid',
  })
const BidItem = z.object({
  bid_id: z.string(),
  amount_cents: z.int(),
  bidder: z.string().describe('a number of this auction, by the order in which bidders came; never a name'),
  is_yours: z.boolean(),
  is_leading: z.boolean(),
  placed_at: z.string(),
})
const BidsAnswer = pageOf(BidItem).extend({ listing_id: z.string(), auction: AuctionView.nullable() })
const BidAnswer = BidItem.extend({
  listing_id: z.string(),
  binding: z.literal(true),
  minimum_next_bid_cents: z.int(),
  auction: AuctionView.nullable(),
})

/** Bids on auction listings. */
export function auctionRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db } = deps
  const about = { tag: 'Listings', path: '/api/listings/:listing_id/bids' } as const

  return [
    route({
      ...about,
      method: 'GET',
      summary: 'The bids of an auction, the highest first; bidders are numbers',
      credential: 'optional',
      limit: 'market-read',
      query: z.object(pageQuery(50, 50)),
      reply: BidsAnswer,
      refusals: ['not_found', 'gone'],
      handle: async (request) => {
        const { actor, params, query } = request
        const listing = await findBiddersListing(db, actor, params['listing_id'] ?? '')
        const isAuction = listing.listing_type === 'auction'
        const auctions = isAuction ? await auctionsOf(db.pg, [listing.id], actor?.userId) : null
        const { items, total } = isAuction
          ? await listBids(db.pg, listing.id, { ...query, viewerId: actor?.userId ?? null })
          : { items: [], total: 0 }
        const reply = pageReply(request, query, page(items, total, query))
        return {
          ...reply,
          body: {
            ...Object(reply.body),
            listing_id: publicId('lst', listing.id),
            auction: auctions?.get(listing.id) ?? null,
          },
        }
      },
    }),
    route({
      ...about,
      method: 'POST',
      summary: 'Bid on an auction; a bid that is taken is binding',
      credential: 'key',
      scope: 'buy',
      limit: 'market-write',
      status: 201,
      body: BidBody,
      reply: BidAnswer,
      refusals: [
        'not_found',
        'forbidden',
        'gone',
        'bid_too_low',
        'auction_ended',
        'auction_not_open',
        'no_payment_rail',
        'seller_owes_refund',
        'bid_deposit_required',
        'invalid_service_key',
        'trial_not_accepted',
        'insufficient_balance',
        'idempotency_key_reused',
      ],
      handle: async (request) => {
        const { actor, params, body } = request
        const listing = await seenListing(db.pg, actor, params['listing_id'] ?? '')
        const once = rememberedRequest(request, actorScope(actor))
        const bid = {
          listingId: listing.id,
          bidderId: actor.userId,
          cents: body.amount_cents,
          key: keyOf(deps, request.header),
          rails: openRails(config),
        }
        const answer = async (sql: Parameters<typeof placeBid>[0]) => {
          const placed = await placeBid(sql, bid)
          return {
            status: 201,
            body: {
              bid_id: publicId('bid', placed.id),
              listing_id: publicId('lst', listing.id),
              amount_cents: body.amount_cents,
              bidder: bidderLabel(placed.bidderNo),
              is_yours: true,
              is_leading: true,
              placed_at: placed.placedAt,
              binding: true,
              minimum_next_bid_cents: placed.nextCents,
            },
            secretRef: null,
          }
        }
        // Without an Idempotency-Key the bid is a single statement, which keeps the lock on the auction short.
        const reply =
          once.key === null
            ? await answer(db.pg)
            : await answerIdempotently(deps, once, (em) => answer(connectionOf(em)))
        const auction = (await auctionsOf(db.pg, [listing.id], actor.userId)).get(listing.id) ?? null
        return { ...reply, body: { ...Object(reply.body), auction } }
      },
    }),
    route({
      tag: 'Listings',
      method: 'POST',
      path: '/api/listings/:listing_id/accept-bid',
      summary: 'Sell to the top bid of your auction that ended below its reserve, within 48 hours',
      credential: 'key',
      scope: 'sell',
      limit: 'market-write',
      reply: z.object({ listing_id: z.string(), auction: AuctionView.nullable() }),
      refusals: ['not_found', 'forbidden', 'gone', 'conflict', 'idempotency_key_reused'],
      handle: (request) => {
        const { actor, params } = request
        return answerIdempotently(deps, rememberedRequest(request, actorScope(actor)), async (em) => {
          const id = await acceptTopBid(em, actor, params['listing_id'] ?? '')
          const auction = (await auctionsOf(connectionOf(em), [id])).get(id) ?? null
          return { status: 200, body: { listing_id: publicId('lst', id), auction }, secretRef: null }
        })
      },
    }),
  ]
}

/** The prepaid key of X-Service-Key; null without one. Throws as payingCredential does. */
function keyOf({ mint }: MarketDeps, header: (name: string) => string | undefined) {
  const sent = payingCredential(mint, (name) => (name === 'x-service-key' ? header(name) : undefined))
  return sent?.kind === 'key' ? { id: sent.id, hmac: sent.hmac } : null
}
