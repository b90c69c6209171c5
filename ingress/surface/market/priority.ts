import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { SolanaWallet } from '#shared/market/users/account-fields.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { boostedListings } from '#shared/market/listings/browse/boosted-listings.ts'
import { readOwnListing } from '#shared/market/listings/find-listing.ts'
import { PRIORITY_SLOTS, PRIORITY_TIERS } from '#shared/market/listings/browse/priority-tiers.rules.ts'

import { type Route, route } from '../../http/route.ts'
import type { MarketDeps } from './market-deps.ts'

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
const Confirm = z.object({
  intent_id: z.string().trim().min(1).max(80),
  signature: z.string().trim().min(64).max(100).describe('of the Solana transaction, base58'),
})

/** Retry-After in seconds. Payments open with a release, so frequent polling is useless. */
const PAYMENTS_AGAIN_S = 3_600

/** Boosted places for listings. Prices are served; buying is refused until payments open. */
export function priorityRoutes({ db }: MarketDeps): readonly Route[] {
  const about = { tag: 'Listings', credential: 'key', scope: 'sell', limit: 'market-write', method: 'POST' } as const
  const refusals = ['not_found', 'forbidden', 'gone', 'conflict', 'payments_not_ready'] as const
  const reply = z.object({})

  /** Checks everything except the payment, then throws `payments_not_ready`. */
  const refuseForNow = async (actor: Actor, listingId: string): Promise<never> => {
    const { status } = await readOwnListing(db.pg, actor, listingId)
    if (status === 'draft')
      throw new Refusal('conflict', 'A draft cannot be boosted.', { fix: { action: 'Publish the listing first.' } })
    throw new Refusal('payments_not_ready', 'Listings cannot be boosted yet: payments are not open.', {
      retryAfterS: PAYMENTS_AGAIN_S,
      fix: { action: 'Read GET /api/listings/priority/meta; payments_ready says when they are.' },
    })
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
            payments_ready: false,
          },
        }
      },
    }),
    route({
      ...about,
      path: '/api/listings/:listing_id/priority/solana/intent',
      summary: 'Ask for the Solana payment of a boosted place',
      body: Intent,
      reply,
      refusals,
      handle: ({ actor, params }) => refuseForNow(actor, params['listing_id'] ?? ''),
    }),
    route({
      ...about,
      path: '/api/listings/:listing_id/priority/solana/confirm',
      summary: 'Say that the Solana payment of a boosted place was made',
      body: Confirm,
      reply,
      refusals,
      handle: ({ actor, params }) => refuseForNow(actor, params['listing_id'] ?? ''),
    }),
  ]
}
