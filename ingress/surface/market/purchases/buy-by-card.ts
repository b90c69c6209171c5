import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { openCardSale } from '#shared/market/cards/open-card-sale.ts'
import { findPurchase } from '#shared/market/purchases/find-purchase.ts'
import { PurchaseView } from '#shared/market/purchases/purchase.view.ts'
import { readPurchase } from '#shared/market/purchases/read-purchase.ts'

import { type Route, route } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'
import { CardIntent, cardPayments, ReturnUrl } from './card-payments.ts'
import { OFFER_REFUSALS, ResaleOfferId, wantedTerms } from './wanted-terms.ts'

const IntentBody = z.object({
  listing_id: z.string().trim().min(1).max(80),
  resale_offer_id: ResaleOfferId,
  expected_amount_cents: z.int().min(0).max(100_000_000).nullish().describe('refuse the sale at another price'),
  return_url: ReturnUrl,
})

/** Buying by card: the intent that a card form pays, and giving up before it is paid. */
export function buyByCardRoutes(deps: MarketDeps): readonly Route[] {
  const { db, mint } = deps
  const cards = cardPayments(deps)
  const about = { tag: 'Purchases', method: 'POST', credential: 'key', scope: 'buy', limit: 'market-write' } as const
  return [
    route({
      ...about,
      path: '/api/purchases/intent',
      summary: 'Get what a card form needs to pay for a listing; again it is the same purchase and the same payment',
      stores: true,
      body: IntentBody,
      reply: CardIntent,
      refusals: [
        'not_found',
        'gone',
        'own_listing',
        'not_for_sale',
        ...OFFER_REFUSALS,
        'listing_is_free',
        'not_by_card',
        'price_changed',
        'too_many_pending',
        'conflict',
        'payments_not_ready',
        'unavailable',
      ],
      handle: async ({ actor, body }) => {
        cards.publishableKey()
        const { listing_id: listingId, resale_offer_id: offerId } = body
        const terms = await wantedTerms(deps, actor, { listingId, offerId, rail: 'card', currency: 'usd' })
        const { expected_amount_cents: expectedCents = null, return_url: returnUrl = null } = body
        const purchaseId = await openCardSale(db.pg, { terms, buyer: actor, expectedCents })
        return {
          headers: { 'Cache-Control': 'no-store' },
          body: await cards.intentFor(purchaseId, returnUrl),
        }
      },
    }),
    route({
      ...about,
      path: '/api/purchases/:purchase_id/cancel',
      summary: 'Give up a purchase by card before it is paid; again changes nothing',
      reply: PurchaseView,
      refusals: ['not_found', 'forbidden', 'conflict', 'payments_not_ready', 'unavailable'],
      handle: async ({ actor, params }) => {
        const asker = { actor, token: undefined, tokenOf: mint.purchaseToken }
        const { purchase, role } = await findPurchase(await db.em(), asker, params['purchase_id'] ?? '')
        if (role !== 'buyer') throw new Refusal('forbidden', 'Only its buyer gives up a purchase.')
        if (purchase.rail !== 'card' || ['paid', 'disputed', 'partially_refunded'].includes(purchase.status))
          throw new Refusal(
            'conflict',
            `This purchase is ${purchase.status}, by ${purchase.rail}; it cannot be given up.`,
            {
              fix: { action: 'Ask for a refund, if refundable_until is not over.' },
            },
          )
        if (purchase.status === 'pending' || purchase.status === 'failed') await cards.cancel(purchase.id)
        const seen = await findPurchase(await db.em(), asker, params['purchase_id'] ?? '')
        return { body: await readPurchase(db.pg, seen) }
      },
    }),
  ]
}
