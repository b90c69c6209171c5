import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { Boost } from '#shared/market/boosts/boost.entity.ts'
import { openBoost } from '#shared/market/boosts/open-boost.ts'
import { SolanaWallet } from '#shared/market/users/account-fields.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { boostedListings } from '#shared/market/listings/browse/boosted-listings.ts'
import { readOwnListing } from '#shared/market/listings/find-listing.ts'
import { publicId, uuidOf } from '#shared/market/public-id.ts'
import { LookedAtPayment } from '#shared/market/solana/sale-answers.ts'
import { notFound } from '#shared/market/users/require-owner.ts'
import { PRIORITY_SLOTS, PRIORITY_TIERS } from '#shared/market/listings/browse/priority-tiers.rules.ts'

import { type Route, route } from '../../http/route.ts'
import type { MarketDeps } from './market-deps.ts'
import { salesOnSolana } from './purchases/ask-sales.ts'
import { rejected, TransactionSignature } from './purchases/buy-on-solana.ts'
import { SolanaOffer, viewOffer } from './purchases/solana-intent.ts'

// Safe: the list is not empty.
const TierId = z.enum(PRIORITY_TIERS.map(({ id }) => id) as [(typeof PRIORITY_TIERS)[number]['id']])
const Currency = z.enum(['usdc', 'sol'])
const Meta = z.object({
  label: z.literal('Boosted'),
  currencies: z.array(Currency),
  slots: z.int(),
  tiers: z.array(z.object({ id: TierId, hours: z.int(), price_cents: z.int(), slots_left: z.int() })),
  active: z.array(z.object({ listing_id: z.string(), title: z.string(), boosted_until: z.string() })),
  payments_ready: z.boolean(),
})
const Intent = z.object({ tier_id: TierId, currency: Currency.default('usdc'), payer: SolanaWallet })
const Offered = SolanaOffer.extend({ intent_id: z.string(), listing_id: z.string(), tier_id: TierId })
const Confirm = z.object({
  intent_id: z.string().trim().min(1).max(80),
  signature: TransactionSignature,
})

const Confirmed = z.object({
  payment: LookedAtPayment,
  boost: z.object({
    intent_id: z.string(),
    listing_id: z.string(),
    tier_id: z.string(),
    status: z.enum(['pending', 'paid', 'expired', 'failed']),
    starts_at: z.string().nullable().describe('null while it waits for a slot'),
    ends_at: z.string().nullable(),
  }),
})

/** Boosted places for listings: what they cost, and paying for one on Solana. */
export function priorityRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db } = deps
  const sales = salesOnSolana(deps)
  const about = { tag: 'Listings', credential: 'key', scope: 'sell', limit: 'market-write', method: 'POST' } as const
  const isReady = config.SETTLEMENT_URL !== undefined && config.SOLANA_PAY_TO !== undefined
  const refusals = ['not_found', 'forbidden', 'gone', 'conflict', 'payments_not_ready', 'unavailable'] as const

  /** The UUID of a listing of the actor that is on sale. Throws 409 for a draft and while it is hidden. */
  const ownOnSale = async (actor: Actor, listingId: string): Promise<string> => {
    const { id, is_shown: isShown } = await readOwnListing(db.pg, actor, listingId)
    if (!isShown)
      throw new Refusal('conflict', 'Only a listing that is on sale can be boosted.', {
        fix: { action: 'Publish the listing first.' },
      })
    return id
  }

  return [
    route({
      tag: 'Listings',
      method: 'GET',
      path: '/api/listings/priority/meta',
      summary: 'What a boosted place costs, and who has one',
      credential: 'none',
      limit: 'market-read',
      reply: Meta,
      handle: async () => {
        const active = await boostedListings(await db.em(), PRIORITY_SLOTS)
        const left = PRIORITY_SLOTS - active.length
        return {
          headers: { 'Cache-Control': 'public, max-age=15' },
          body: {
            label: 'Boosted',
            currencies: Currency.options,
            slots: PRIORITY_SLOTS,
            tiers: PRIORITY_TIERS.map((tier) => ({ ...tier, slots_left: left })),
            active,
            payments_ready: isReady,
          },
        }
      },
    }),
    route({
      ...about,
      path: '/api/listings/:listing_id/priority/solana/intent',
      summary: 'Get the transaction that pays for a boosted place on Solana',
      body: Intent,
      reply: Offered,
      stores: true,
      refusals: [...refusals, 'slots_full', 'payer_not_a_wallet', 'no_quote'],
      handle: async ({ actor, params, body: { tier_id: tierId, currency, payer } }) => {
        const listingId = await ownOnSale(actor, params['listing_id'] ?? '')
        const tier = PRIORITY_TIERS.find(({ id }) => id === tierId) ?? PRIORITY_TIERS[0]
        if (!isReady || config.SOLANA_PAY_TO === undefined) throw notReady()
        const wish = { listingId, ownerId: actor.userId, tier, currency, platformWallet: config.SOLANA_PAY_TO }
        const opened = await openBoost(db.pg, wish)
        const offer = await sales.offer(opened.boostId, payer)
        return {
          headers: { 'Cache-Control': 'no-store' },
          body: {
            intent_id: publicId('bst', opened.boostId),
            listing_id: publicId('lst', listingId),
            tier_id: tier.id,
            ...viewOffer(opened, { currency, cents: tier.price_cents, offer }),
          },
        }
      },
    }),
    route({
      ...about,
      path: '/api/listings/:listing_id/priority/solana/confirm',
      summary: 'Say which transaction paid for a boosted place; 202 while it is not visible on every node',
      body: Confirm,
      reply: Confirmed,
      mayBePending: true,
      refusals: [...refusals, 'payment_already_used', 'payment_rejected'],
      handle: async ({ actor, params, body: { intent_id: intentId, signature } }) => {
        const { id: listingId } = await readOwnListing(db.pg, actor, params['listing_id'] ?? '')
        const id = uuidOf('bst', intentId)
        const ofListing = async () => (id === null ? null : (await db.em()).findOne(Boost, { id, listingId }))
        if (id === null || (await ofListing()) === null) throw notFound('boost')
        const payment = await sales.look(id, signature)
        if (payment.state === 'rejected') throw rejected(payment)
        const boost = await ofListing()
        if (boost === null) throw notFound('boost')
        return {
          ...(payment.state === 'pending' ? { status: 202 } : {}),
          headers: { 'Cache-Control': 'no-store', ...(payment.state === 'pending' ? { 'Retry-After': '1' } : {}) },
          body: {
            payment,
            boost: {
              intent_id: intentId,
              listing_id: publicId('lst', listingId),
              tier_id: boost.tierId,
              status: boost.status,
              starts_at: boost.startsAt?.toISOString() ?? null,
              ends_at: boost.endsAt?.toISOString() ?? null,
            },
          },
        }
      },
    }),
  ]
}

const notReady = () =>
  new Refusal('payments_not_ready', 'Listings cannot be boosted here: payments on Solana are off.', {
    retryAfterS: 3_600,
    fix: { action: 'Read GET /api/listings/priority/meta; payments_ready says when they are.' },
  })
