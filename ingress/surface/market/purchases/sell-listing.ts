import { z } from 'zod'

import { doesNotPay, Refusal } from '#shared/errors.ts'
import { LISTING_PRODUCT, type ListingOrder, LostOffer } from '#shared/market/purchases/listing-product.ts'
import { priceChanged, type SaleTerms } from '#shared/market/purchases/sale-terms.ts'
import { requireOffer } from '#shared/market/resale/lock-offer.ts'
import type { Actor } from '#shared/market/users/actor.ts'

import { refuseOverMax } from '../../../call/accept/charge-credential.ts'
import { preferencesOf } from '../../../call/input/preferences.ts'
import type { IngressDeps } from '../../../deps.ts'
import { errorBody } from '../../../http/error-body.ts'
import { withoutPaying } from '../../../http/paying-credentials.ts'
import { type Reply, type Route, route, type RouteRequest } from '../../../http/route.ts'
import { challengeFor, ChallengeQuery, paidBody, paymentOf, versionAsked } from '../../../purchase/payment-first.ts'
import { Recover, SALE_REFUSALS, seller } from '../../../purchase/sell.ts'
import { actorOf } from '../../actor-of.ts'
import { boundCents } from './bound-payment.ts'
import { BoughtAnswer, boughtAnswer } from './bought-answer.ts'
import { buyWithKey } from './buy-with-key.ts'
import { payingCredential } from './paying-credential.ts'
import { namedTerms, OFFER_REFUSALS, ResaleOfferId } from './wanted-terms.ts'

const Body = z.object({
  resale_offer_id: ResaleOfferId,
  expected_amount_cents: z.int().min(0).max(100_000_000).nullish(),
})
// Loose on purpose: the 402 comes before validation errors. `Body` is the schema that is enforced.
const AnyBody = z.looseObject({
  resale_offer_id: z
    .unknown()
    .optional()
    .meta({ type: 'string', maxLength: 80, description: 'buy this offer of its licence in the place of the listing' }),
  expected_amount_cents: z
    .unknown()
    .optional()
    .meta({ type: 'integer', minimum: 0, maximum: 100_000_000, description: 'refuse the sale at another price' }),
})
const OPTIONAL_ACCOUNT = { credential: 'optional', scope: 'buy', method: 'POST' } as const

/**
 * POST /api/purchases/x402/{listing_id}: buys a listing by x402 or with a prepaid key, with or without an account. An
 * account is sent beside the payment; without one, the answer holds a purchase_token.
 */
export function sellListingRoutes(deps: IngressDeps): readonly Route[] {
  const { db, mint } = deps
  const sell = seller(deps)

  const challengeOf = (path: string, { price_cents: cents }: Pick<SaleTerms, 'price_cents'>) =>
    challengeFor(deps, {
      path,
      title: 'Listing',
      description: `A listing of the marketplace for ${cents} cents, delivered with the answer. A prepaid key (X-Service-Key) pays too.`,
      cents,
    })

  return [
    route({
      tag: 'Purchases',
      method: 'POST',
      path: '/api/purchases/x402/:listing_id',
      summary: 'Buy a listing by x402 or with a prepaid key, without an account if you have none',
      credential: 'none',
      limit: 'discovery',
      stores: true,
      query: ChallengeQuery,
      body: AnyBody,
      nullable: true,
      paymentFirst: true,
      reply: BoughtAnswer,
      refusals: [
        ...SALE_REFUSALS,
        'invalid_credential',
        'insufficient_scope',
        'invalid_service_key',
        'trial_not_accepted',
        'insufficient_balance',
        'not_found',
        'gone',
        'own_listing',
        'not_for_sale',
        ...OFFER_REFUSALS,
        'listing_is_free',
        'price_changed',
      ],
      async handle(request) {
        const actor = await actorOf(OPTIONAL_ACCOUNT, withoutPaying(request.header), deps)
        const listingId = request.params['listing_id'] ?? ''
        const sent = paymentOf(request)
        const bound = sent === null ? null : await boundCents(deps, request.path, sent)
        if (sent !== null && bound !== null) {
          // A payment that was made before gets its answer, whatever became of the listing.
          const body = paidBody(Body, request.body)
          const challenge = challengeOf(request.path, { price_cents: bound })
          const sale = { sent, path: request.path, cents: bound, product: LISTING_PRODUCT, terms: {}, body, challenge }
          return completed(request, actor, await sell(request, sale))
        }
        const offerId = offerOf(request.body)
        const terms = await namedTerms({ db }, actor, { listingId, offerId })
        const requireOpen = async () => {
          const buying = { buyerId: actor?.userId ?? null, rail: 'x402', currency: 'usdc' } as const
          if (terms.resale_offer_id !== null) await requireOffer(db.pg, terms, buying)
        }
        const challenge = challengeOf(request.path, terms)
        try {
          const credential = payingCredential(mint, request.header)
          // Whoever sends a key again gets the purchase that it made, so an offer is looked at under its lock there.
          if (credential?.kind !== 'key') await requireOpen()
          if (credential === null) return challenge(request.requestId, undefined, versionAsked(request))
          const body = paidBody(Body, request.body)
          const expected = body.expected_amount_cents ?? echoedCents(sent) ?? terms.price_cents
          if (expected !== terms.price_cents) throw priceChanged(expected, terms.price_cents)
          if (credential.kind === 'key') {
            refuseOverMax(terms.price_cents, preferencesOf(request.header).maxCents)
            return await buyWithKey(deps, request, { actor, terms, key: credential })
          }
          if (sent === null) throw new Error('a payment was sent and not read')
          const order: ListingOrder = { sale: terms, buyer_id: actor?.userId ?? null }
          const cents = terms.price_cents
          const sale = { sent, path: request.path, cents, product: LISTING_PRODUCT, terms: order, body, challenge }
          return await completed(request, actor, await sell(request, sale))
        } catch (error) {
          if (!(error instanceof Refusal) || !doesNotPay(error.code)) throw error
          return challenge(request.requestId, error, versionAsked(request))
        }
      },
    }),
  ]

  /** Adds the purchase and its delivery to the answer of a sale; a 402 stays as it is. */
  async function completed(request: RouteRequest, actor: Actor | null, reply: Reply): Promise<Reply> {
    if (reply.status === 402) return reply
    const lost = LostOffer.extend({ recover: Recover.optional() }).safeParse(reply.body)
    if (lost.success) return lostReply(request, reply, lost.data)
    // Safe: the answer of listingProduct.
    const answer = reply.body as { purchase_id: string; purchase_token: string | null }
    const bought = { purchaseId: answer.purchase_id, token: answer.purchase_token }
    return { ...reply, body: { ...answer, ...(await boughtAnswer(deps, actor, bought)) } }
  }
}

/** The price that the payer saw, from the requirement that a payment of x402 v2 echoes. */
function echoedCents(sent: ReturnType<typeof paymentOf>): number | null {
  const amount = sent?.accepted?.amount ?? ''
  return /^\d{1,15}0000$/.test(amount) ? Number(amount.slice(0, -4)) : null
}

/** The offer that a body names, before it is validated: the price of the 402 is that of the offer. */
const offerOf = (body: unknown): string | null => ResaleOfferId.safeParse(Object(body)['resale_offer_id']).data ?? null

/** 410: the offer was gone when the payment settled. The payment is a prepaid key now. */
function lostReply(
  { requestId }: Pick<RouteRequest, 'requestId'>,
  reply: Reply,
  { lost, credit, recover }: z.output<typeof LostOffer> & { recover?: z.output<typeof Recover> | undefined },
): Reply {
  const refusal = new Refusal('offer_gone', `Nothing was bought: ${lost} The payment is a prepaid key now.`, {
    fix: { action: 'Spend credit.key as X-Service-Key on another offer, or on anything else.' },
  })
  const body = { ...errorBody(refusal, requestId, 410), credit, ...(recover === undefined ? {} : { recover }) }
  return { ...reply, status: 410, body }
}
