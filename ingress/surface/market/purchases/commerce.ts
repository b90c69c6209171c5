import { z } from 'zod'

import { SOLANA } from '#shared/chains/networks.ts'
import { acceptsFor } from '#shared/money/accepts.ts'
import { takesCards } from '#shared/market/cards/takes-cards.ts'
import { CARD_MINIMUM_CENTS } from '#shared/market/listings/listing-options.rules.ts'
import { summarizeCommerce } from '#shared/market/purchases/commerce-summary.ts'

import type { IngressDeps } from '../../../deps.ts'
import { type Route, route } from '../../../http/route.ts'

const Rail = z.object({
  rail: z.enum(['free', 'prepaid', 'x402', 'card', 'solana']),
  available: z.boolean(),
  reason: z.string().nullable().describe('why it is not available'),
  currencies: z.array(z.string()),
  networks: z.array(z.string()).describe('CAIP-2'),
  minimum_cents: z.int(),
  path: z.string().nullable(),
})
const Meta = z.object({
  rails: z.array(Rail),
  mints: z.array(z.object({ network: z.string(), currency: z.literal('usdc'), asset: z.string(), pay_to: z.string() })),
  purchase_token_header: z.literal('X-Purchase-Token'),
})
const Cents = z.int()
const BuyerDay = z.object({ day: z.string(), purchases: z.int(), paid: z.int(), spent_cents: Cents })
const SellerDay = z.object({
  day: z.string(),
  intents: z.int(),
  paid: z.int(),
  delivered: z.int(),
  gross_cents: Cents,
  fees_cents: Cents,
  net_cents: Cents,
})
const Summary = z.object({
  as_buyer: z.object({
    purchases: z.int(),
    paid: z.int(),
    delivered: z.int(),
    refunded: z.int(),
    spent_cents: Cents.describe('less what was refunded'),
    days: z.array(BuyerDay),
  }),
  as_seller: z.object({
    views: z.int(),
    intents: z.int().describe('purchases that were opened'),
    paid: z.int(),
    delivered: z.int(),
    refunded: z.int(),
    gross_cents: Cents,
    refunded_cents: Cents,
    fees_cents: Cents.describe('less those of refunded sales'),
    net_cents: Cents,
    pending_payout_cents: Cents,
    paid_out_cents: Cents,
    tier: z.object({ fee_bps: z.int(), lifetime_cents: Cents }),
    rating: z.object({ avg: z.number().nullable(), count: z.int() }),
    days: z.array(SellerDay),
  }),
})
const SummaryQuery = z.object({
  days: z.coerce.number().int().min(1).max(366).default(30).describe('days (UTC) that are listed, 1 to 366'),
})

/** Which rails pay for listings, and what an account has bought and sold. */
export function commerceRoutes(deps: IngressDeps): readonly Route[] {
  const about = { tag: 'Purchases', method: 'GET', limit: 'market-read' } as const
  return [
    route({
      ...about,
      path: '/api/purchases/payments/meta',
      summary: 'Which rails pay for listings now, on which networks and in which currencies',
      credential: 'none',
      reply: Meta,
      handle: () => ({ headers: { 'Cache-Control': 'public, max-age=60' }, body: railsOf(deps) }),
    }),
    route({
      ...about,
      path: '/api/purchases/commerce-summary',
      summary: 'What you bought and sold: totals, fees, what is still to be paid out, and each day',
      credential: 'key',
      scope: 'read',
      query: SummaryQuery,
      reply: Summary,
      handle: async ({ actor, query }) => ({
        body: await summarizeCommerce(await deps.db.em(), actor.userId, query.days),
      }),
    }),
  ]
}

/** The rails that pay for listings now. */
function railsOf({ config, payments }: Pick<IngressDeps, 'config' | 'payments'>): z.output<typeof Meta> {
  const accepts = acceptsFor(config, 1n, false).filter(() => payments.settling !== null)
  const networks = accepts.map(({ network }) => network)
  const onSolana = config.SETTLEMENT_URL !== undefined && config.SOLANA_PAY_TO !== undefined
  const byCard = takesCards(config)
  return {
    rails: [
      {
        rail: 'free',
        available: true,
        reason: null,
        currencies: [],
        networks: [],
        minimum_cents: 0,
        path: '/api/purchases/free/{listing_id}',
      },
      {
        rail: 'x402',
        available: networks.length > 0,
        reason: networks.length > 0 ? null : 'payments_not_ready',
        currencies: ['usdc'],
        networks,
        minimum_cents: 1,
        path: '/api/purchases/x402/{listing_id}',
      },
      {
        rail: 'prepaid',
        available: true,
        reason: null,
        currencies: ['usd'],
        networks: [],
        minimum_cents: 1,
        path: '/api/purchases/x402/{listing_id}',
      },
      {
        rail: 'card',
        available: byCard,
        reason: byCard ? null : 'payments_not_ready',
        currencies: ['usd'],
        networks: [],
        minimum_cents: CARD_MINIMUM_CENTS,
        path: byCard ? '/api/purchases/intent' : null,
      },
      {
        rail: 'solana',
        available: onSolana,
        reason: onSolana ? null : 'payments_not_ready',
        currencies: ['usdc', 'sol'],
        networks: onSolana ? [SOLANA] : [],
        minimum_cents: 1,
        path: onSolana ? '/api/purchases/solana/intent' : null,
      },
    ],
    mints: accepts.map(({ network, asset, payTo }) => ({ network, currency: 'usdc', asset, pay_to: payTo })),
    purchase_token_header: 'X-Purchase-Token',
  }
}
