import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { findSale } from '#shared/market/purchases/find-sale.ts'
import { PurchaseView, viewPurchase } from '#shared/market/purchases/purchase.view.ts'
import { openSaleOrder } from '#shared/market/purchases/open-sale-order.ts'
import { ordersOf } from '#shared/market/solana/orders-of.ts'
import { FreshBlockhash, LookedAtPayment } from '#shared/market/solana/sale-answers.ts'
import { SolanaWallet } from '#shared/market/users/account-fields.ts'

import { type Route, route } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'
import { solanaPayTo } from '../open-rails.ts'
import { salesOnSolana } from './ask-sales.ts'
import { SolanaIntent, viewIntent } from './solana-intent.ts'
import { OFFER_REFUSALS, ResaleOfferId, wantedTerms } from './wanted-terms.ts'

const IntentBody = z.object({
  listing_id: z.string().trim().min(1).max(80),
  resale_offer_id: ResaleOfferId,
  currency: z.enum(['usdc', 'sol']).default('usdc'),
  payer: SolanaWallet.describe('the wallet that will sign and pay'),
  expected_amount_cents: z.int().min(0).max(100_000_000).nullish().describe('refuse the sale at another price'),
})
export const TransactionSignature = z
  .string()
  .trim()
  .min(64)
  .max(90)
  .refine((text) => fromBase58(text)?.length === 64, { message: 'this is no signature of a transaction (base58)' })
const ConfirmBody = z.object({ purchase_id: z.string().trim().min(1).max(80), signature: TransactionSignature })
const Confirmed = z.object({ payment: LookedAtPayment, purchase: PurchaseView })

/** Retry-After in seconds while a payment is not visible everywhere. */
const LOOK_AGAIN_S = 1

/** Buying on Solana: a fresh blockhash, the transaction to sign, and the confirmation of its payment. */
export function buyOnSolanaRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, mint } = deps
  const sales = salesOnSolana(deps)
  /** What a transaction is for the orders of a purchase: for the first of them that it names, else for the last. */
  const lookAtOrders = async ([id = '', ...others]: readonly string[], signature: string): Promise<LookedAtPayment> => {
    const payment = await sales.look(id, signature)
    const isOther = payment.reason === 'not_our_reference' || payment.reason === 'used_for_another_order'
    return isOther && others.length > 0 ? lookAtOrders(others, signature) : payment
  }
  const about = { tag: 'Purchases' } as const
  return [
    route({
      ...about,
      method: 'GET',
      path: '/api/purchases/solana/blockhash',
      summary: 'A fresh blockhash for a transaction on Solana',
      credential: 'none',
      limit: 'market-read',
      reply: FreshBlockhash,
      refusals: ['unavailable', 'payments_not_ready'],
      handle: async () => {
        solanaPayTo(config)
        return { headers: { 'Cache-Control': 'no-store' }, body: await sales.blockhash() }
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/purchases/solana/intent',
      summary:
        'Get the transaction that pays for a listing on Solana; again it is the same purchase, with a fresh blockhash',
      credential: 'key',
      scope: 'buy',
      limit: 'market-write',
      stores: true,
      body: IntentBody,
      reply: SolanaIntent,
      refusals: [
        'not_found',
        'gone',
        'own_listing',
        'not_for_sale',
        ...OFFER_REFUSALS,
        'listing_is_free',
        'price_changed',
        'seller_not_payable',
        'too_many_pending',
        'payer_not_a_wallet',
        'no_quote',
        'conflict',
        'payments_not_ready',
        'unavailable',
      ],
      handle: async ({ actor, body }) => {
        const wallet = solanaPayTo(config)
        const { listing_id: listingId, resale_offer_id: offerId } = body
        const terms = await wantedTerms(deps, actor, { listingId, offerId, rail: 'solana', currency: body.currency })
        const { currency, payer, expected_amount_cents: expectedCents = null } = body
        const order = { terms, buyer: actor, currency, platformWallet: wallet, expectedCents }
        const opened = await openSaleOrder(db.pg, order)
        const offer = await sales.offer(opened.purchaseId, payer)
        const token = mint.payToken(opened.purchaseId)
        return {
          headers: { 'Cache-Control': 'no-store' },
          body: viewIntent({ opened, currency, offer, baseUrl: config.publicBaseUrl, token }),
        }
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/purchases/solana/confirm',
      summary: 'Say which transaction paid a purchase; 202 while it is not visible on every node',
      credential: 'key',
      scope: 'buy',
      limit: 'market-write',
      body: ConfirmBody,
      reply: Confirmed,
      mayBePending: true,
      refusals: [
        'not_found',
        'forbidden',
        'conflict',
        'payment_already_used',
        'payment_rejected',
        'payment_not_found',
        'unavailable',
      ],
      handle: async ({ actor, body: { purchase_id: id, signature } }) => {
        const asker = { actor, token: undefined, tokenOf: mint.purchaseToken }
        const { purchase, role } = await findSale(db, asker, id)
        if (role !== 'buyer') throw new Refusal('forbidden', 'Only its buyer confirms the payment of a purchase.')
        if (purchase.rail !== 'solana')
          throw new Refusal('conflict', `This purchase is paid by ${purchase.rail}, not by a transaction of yours.`)
        const payment = await lookAtOrders(await ordersOf(await db.em(), purchase), signature)
        if (payment.state === 'rejected') throw rejected(payment)
        if (payment.state === 'pending' && ['expired', 'failed'].includes(purchase.status)) throw notFoundOnChain()
        const seen = await findSale(db, asker, id)
        const view = viewPurchase(seen.purchase, seen.facts)
        const isPending = payment.state === 'pending'
        return {
          ...(isPending ? { status: 202 } : {}),
          headers: { 'Cache-Control': 'no-store', ...(isPending ? { 'Retry-After': String(LOOK_AGAIN_S) } : {}) },
          body: { payment, purchase: view },
        }
      },
    }),
  ]
}

/** 409 for a transaction that cannot pay the purchase: what was owed and received, leg by leg. */
export function rejected({ reason, legs }: LookedAtPayment): Refusal {
  if (reason === 'used_for_another_order')
    return new Refusal('payment_already_used', 'This transaction paid another order.', {
      fix: { action: 'Send the signature of the transaction that pays this one.' },
    })
  return new Refusal(
    'payment_rejected',
    `This transaction does not pay the order: ${(reason ?? '').replaceAll('_', ' ')}.`,
    {
      fix: { action: 'Sign the transaction of a fresh intent. If it moved money, ask support with its signature.' },
      extra: { reason, legs },
    },
  )
}

const notFoundOnChain = () =>
  new Refusal('payment_not_found', 'No node has this transaction, and the time to pay is over.', {
    fix: { action: 'Check that it was sent to this cluster, or ask for a new intent.' },
  })
