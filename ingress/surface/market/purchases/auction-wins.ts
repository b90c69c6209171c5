import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'
import { openWin } from '#shared/market/auctions/open-win.ts'
import { openWinOrder } from '#shared/market/auctions/open-win-order.ts'
import { readWin } from '#shared/market/auctions/read-win.ts'
import { requireCardPrice } from '#shared/market/cards/open-card-sale.ts'
import { priceChanged } from '#shared/market/purchases/sale-terms.ts'
import { SolanaWallet } from '#shared/market/users/account-fields.ts'
import { MarketUser } from '#shared/market/users/market-user.entity.ts'

import { type Route, route } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'
import { solanaPayTo } from '../open-rails.ts'
import { CardIntent, cardPayments, ReturnUrl } from './card-payments.ts'
import { salesOnSolana } from './ask-sales.ts'
import { SolanaIntent, viewIntent } from './solana-intent.ts'

const WinBody = z.object({
  buy_now: z.boolean().default(false).describe('buy it at once for buy_now_cents, while nobody has bid'),
  expected_amount_cents: z.int().min(0).max(100_000_000).nullish().describe('refuse the sale at another price'),
})
const SolanaWinBody = WinBody.extend({
  currency: z.enum(['usdc', 'sol']).default('usdc'),
  payer: SolanaWallet.nullish().describe('the wallet that will sign and pay; your wallet unless said'),
})
const CardWinBody = WinBody.extend({ return_url: ReturnUrl })
const REFUSALS = [
  'not_found',
  'gone',
  'own_listing',
  'not_for_sale',
  'not_the_winner',
  'win_lapsed',
  'seller_owes_refund',
  'price_changed',
  'payments_not_ready',
  'unavailable',
] as const

/** Paying for an auction that was won, or buying it at once: one pending purchase, whatever the rail. */
export function auctionWinRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, mint } = deps
  const sales = salesOnSolana(deps)
  const cards = cardPayments(deps)
  const about = { tag: 'Purchases', method: 'POST', credential: 'key', scope: 'buy', limit: 'market-write' } as const

  /** What the account has to pay. Throws as readWin does, and 409 `price_changed`. */
  const winOf = async (
    actor: Parameters<typeof readWin>[1],
    listingId: string,
    { buy_now: buyNow, expected_amount_cents: expected = null }: z.output<typeof WinBody>,
  ) => {
    const win = await readWin(db.pg, actor, { listingId, buyNow })
    if (expected !== null && expected !== win.terms.price_cents) throw priceChanged(expected, win.terms.price_cents)
    return win
  }
  return [
    route({
      ...about,
      path: '/api/purchases/solana/auction-win/:listing_id/intent',
      summary:
        'Get the transaction that pays for an auction you won, or buys it at once; again it is the same purchase',
      stores: true,
      body: SolanaWinBody,
      nullable: true,
      reply: SolanaIntent,
      refusals: [...REFUSALS, 'seller_not_payable', 'too_many_pending', 'payer_not_a_wallet', 'no_quote', 'conflict'],
      handle: async ({ actor, params, body }) => {
        const platformWallet = solanaPayTo(config)
        const win = await winOf(actor, params['listing_id'] ?? '', body)
        const payer = body.payer ?? (await walletOf(actor.userId))
        const { currency } = body
        const opened = await openWin(db.pg, { win, buyer: actor, rail: 'solana', currency })
        const order = await openWinOrder(db.pg, { ...opened, currency, platformWallet })
        const offer = await sales.offer(order.orderId, payer)
        const token = mint.payToken(opened.purchaseId)
        return {
          headers: { 'Cache-Control': 'no-store' },
          body: viewIntent({ opened: order, currency, offer, baseUrl: config.publicBaseUrl, token }),
        }
      },
    }),
    route({
      ...about,
      path: '/api/purchases/auction-win/:listing_id/intent',
      summary:
        'Get what a card form needs to pay for an auction you won, or to buy it at once; again it is the same purchase',
      body: CardWinBody,
      nullable: true,
      stores: true,
      reply: CardIntent,
      refusals: [...REFUSALS, 'too_many_pending', 'not_by_card', 'conflict'],
      handle: async ({ actor, params, body }) => {
        const win = await winOf(actor, params['listing_id'] ?? '', body)
        cards.publishableKey()
        requireCardPrice(win.terms.price_cents)
        const { purchaseId } = await openWin(db.pg, { win, buyer: actor, rail: 'card', currency: 'usd' })
        return {
          headers: { 'Cache-Control': 'no-store' },
          body: await cards.intentFor(purchaseId, body.return_url ?? null),
        }
      },
    }),
  ]

  async function walletOf(userId: string): Promise<string> {
    const em = await db.em()
    const user = await em.findOne(MarketUser, userId, { fields: ['solanaWallet'], disableIdentityMap: true })
    if (user?.solanaWallet) return user.solanaWallet
    throw invalidFields({ path: ['payer'], type: 'missing', msg: 'Field required: your account has no wallet' })
  }
}
