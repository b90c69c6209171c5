import { z } from 'zod'

import { feedbackStates } from '#shared/market/feedback/reviewed-purchase.ts'
import { page } from '#shared/market/paging.ts'
import { freeClaims } from '#shared/market/purchases/claim-free.ts'
import { findLicensed } from '#shared/market/purchases/find-purchase.ts'
import { listPurchases } from '#shared/market/purchases/list-purchases.ts'
import { PurchaseView } from '#shared/market/purchases/purchase.view.ts'
import { deliveries } from '#shared/market/purchases/find-delivery.ts'
import { readPurchase, viewClaimed } from '#shared/market/purchases/read-purchase.ts'
import { listHeld } from '#shared/market/wraps/list-held.ts'

import { type Route, route } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'
import { pageOf, pageQuery, pageReply } from '../paged.ts'
import { askerOf } from './asker.ts'
import { deliveryReply } from './delivery-reply.ts'

const ListQuery = z.object(pageQuery(100, 20))

/** What an account has bought and sold, and what a purchase delivers. */
export function ownPurchaseRoutes(deps: MarketDeps): readonly Route[] {
  const { db } = deps
  const claimFree = freeClaims(db)
  const findDelivery = deliveries(db)
  const about = { tag: 'Purchases', limit: 'market-read' } as const
  const listed = (role: 'buyer' | 'seller') =>
    route({
      ...about,
      method: 'GET',
      path: role === 'buyer' ? '/api/purchases/user/me' : '/api/purchases/seller/me',
      summary: role === 'buyer' ? 'What you bought, newest first' : 'What you sold, newest first; buyers are not named',
      credential: 'key',
      scope: 'read',
      query: ListQuery,
      reply: pageOf(PurchaseView),
      handle: async (request) => {
        const { actor, query } = request
        const em = await db.em()
        const asked = { role, userId: actor.userId, ...query }
        const { items, total } = await listPurchases(em, asked, (ids) => feedbackStates(em, ids))
        return pageReply(request, query, page(items, total, query))
      },
    })
  return [
    listed('buyer'),
    listed('seller'),
    route({
      ...about,
      method: 'GET',
      path: '/api/purchases/held/me',
      summary: 'Purchases whose licences moved to you with their tokens, newest first',
      credential: 'key',
      scope: 'read',
      query: ListQuery,
      reply: pageOf(PurchaseView),
      handle: async (request) => {
        const { actor, query } = request
        const { items, total } = await listHeld(await db.em(), { userId: actor.userId, ...query })
        return pageReply(request, query, page(items, total, query))
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/purchases/free/:listing_id',
      summary: 'Take a free listing: delivered at once, and the same purchase each time',
      credential: 'key',
      scope: 'buy',
      keepsActor: true,
      limit: 'market-write',
      stores: true,
      status: 201,
      reply: PurchaseView,
      refusals: ['not_found', 'gone', 'own_listing', 'not_for_sale', 'payment_required', 'price_changed'],
      handle: async ({ actor, freshActor, params }) => {
        const claim = await claimFree(actor, params['listing_id'] ?? '', freshActor)
        if ('claimed' in claim) return { status: 201, body: viewClaimed(claim.claimed) }
        const asker = { actor, token: undefined, tokenOf: deps.mint.purchaseToken }
        const seen = await findLicensed(await db.em(), asker, claim.earlier)
        return { status: 201, body: await readPurchase(db.pg, seen) }
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/purchases/:purchase_id',
      summary: 'A purchase, for its buyer, its seller, the holder of its token, or the account that holds its licence',
      credential: 'purchase',
      scope: 'read',
      reply: PurchaseView,
      refusals: ['not_found', 'invalid_purchase_token'],
      handle: async (request) => {
        const seen = await findLicensed(await db.em(), askerOf(deps, request), request.params['purchase_id'] ?? '')
        return { headers: { 'Cache-Control': 'no-store' }, body: await readPurchase(db.pg, seen) }
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/purchases/:purchase_id/delivery',
      summary: 'What was bought: the text of the version that was bought, or a redirect to where its seller keeps it',
      credential: 'purchase',
      scope: 'read',
      keepsActor: true,
      type: 'text/markdown; charset=utf-8',
      redirects: [303, 304],
      refusals: [
        'not_found',
        'forbidden',
        'license_moved',
        'invalid_purchase_token',
        'payment_required',
        'gone',
        'not_delivered_yet',
      ],
      handle: async (request) => {
        const asker = askerOf(deps, request)
        const delivery = await findDelivery(asker, request.params['purchase_id'] ?? '', request.freshActor)
        return deliveryReply(delivery, request.header('if-none-match'))
      },
    }),
  ]
}
