import { z } from 'zod'

import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { findPurchase } from '#shared/market/purchases/find-purchase.ts'
import { openRefundOrder } from '#shared/market/solana/open-refund-order.ts'
import { refundsDue } from '#shared/market/solana/refunds-due.ts'
import { SolanaWallet } from '#shared/market/users/account-fields.ts'

import { type Route, route } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'
import { salesOnSolana } from './ask-sales.ts'
import { SolanaOffer, viewOffer } from './solana-intent.ts'

const Body = z.object({ payer: SolanaWallet.describe('your wallet that will sign and pay back') })

/** The transaction by which a seller pays his part of a refund on Solana back. Its payment is found by its reference. */
export function refundOnSolanaRoutes(deps: MarketDeps): readonly Route[] {
  const { db, mint } = deps
  const sales = salesOnSolana(deps)
  return [
    route({
      tag: 'Purchases',
      method: 'POST',
      path: '/api/purchases/:purchase_id/refund/solana',
      summary: "Get the transaction that pays the seller's part of a due refund back to the buyer's wallet",
      credential: 'key',
      scope: 'sell',
      limit: 'market-write',
      stores: true,
      body: Body,
      reply: SolanaOffer,
      refusals: ['not_found', 'forbidden', 'conflict', 'payer_not_a_wallet', 'unavailable'],
      handle: async ({ actor, params, body }) => {
        const asker = { actor, token: undefined, tokenOf: mint.purchaseToken }
        const order = await inUnitOfWork(db, async (em) => {
          const { purchase, role } = await findPurchase(em, asker, params['purchase_id'] ?? '')
          if (role !== 'seller') throw new Refusal('forbidden', 'The seller of a purchase pays its refund back.')
          const due = (await refundsDue(em, [purchase.id])).get(purchase.id)
          if (due === undefined)
            throw new Refusal('conflict', 'No refund of this purchase waits for you.', {
              fix: { action: 'Read refund_due and allowed_actions of the purchase.' },
            })
          return { ...(await openRefundOrder(em, due)), currency: due.currency }
        })
        const offer = await sales.offer(order.id, body.payer)
        return {
          headers: { 'Cache-Control': 'no-store' },
          body: viewOffer(order, { currency: order.currency, cents: order.cents, offer }),
        }
      },
    }),
  ]
}
