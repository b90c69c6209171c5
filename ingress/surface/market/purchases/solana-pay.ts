import { renderSVG } from 'uqr'
import { z } from 'zod'

import { publicId, uuidOf } from '#shared/market/public-id.ts'
import { isEqual } from '#shared/market/purchases/find-purchase.ts'
import { Purchase } from '#shared/market/purchases/purchase.entity.ts'
import { ordersOf } from '#shared/market/solana/orders-of.ts'
import { SolanaWallet } from '#shared/market/users/account-fields.ts'
import { notFound } from '#shared/market/users/require-owner.ts'
import { Refusal } from '#shared/errors.ts'

import { type Route, route } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'
import { salesOnSolana } from './ask-sales.ts'
import { solanaPayUrl } from './solana-intent.ts'

const Token = z.object({ token: z.string().max(80).default('').describe('of the solana_pay_url of the intent') })
const Label = z.object({ label: z.string(), icon: z.string() })
const Account = z.object({ account: SolanaWallet.describe('the wallet that pays') })
const Request = z.object({ transaction: z.string(), message: z.string() })

/** A Solana Pay transaction request for a pending purchase: whoever has its link may pay it, with any wallet. */
export function solanaPayRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, mint } = deps
  const sales = salesOnSolana(deps)
  const about = { tag: 'Purchases', credential: 'none', query: Token } as const
  const path = '/api/purchases/:purchase_id/solana-pay'

  /** The UUID of the purchase of a link. Throws 404 for a wrong token, as for a purchase that is not there. */
  const purchaseOf = (id: string, token: string): string => {
    const uuid = uuidOf('pur', id)
    if (uuid === null || !isEqual(token, mint.payToken(uuid))) throw notFound('purchase')
    return uuid
  }
  return [
    route({
      ...about,
      method: 'GET',
      path,
      summary: 'Solana Pay: who asks for the payment',
      limit: 'market-read',
      reply: Label,
      refusals: ['not_found'],
      handle: ({ params, query }) => {
        purchaseOf(params['purchase_id'] ?? '', query.token)
        const { host } = new URL(config.publicBaseUrl)
        return { body: { label: host, icon: `${config.publicBaseUrl}/favicon.svg` } }
      },
    }),
    route({
      ...about,
      method: 'POST',
      path,
      summary: 'Solana Pay: the transaction that pays the purchase from a wallet',
      limit: 'market-write',
      body: Account,
      reply: Request,
      refusals: ['not_found', 'conflict', 'payer_not_a_wallet', 'no_quote', 'unavailable'],
      handle: async ({ params, query, body }) => {
        const id = purchaseOf(params['purchase_id'] ?? '', query.token)
        const em = await db.em()
        const purchase = await em.findOne(Purchase, id, {
          fields: ['status', 'priceCents', 'kind'],
          disableIdentityMap: true,
        })
        if (purchase === null) throw notFound('purchase')
        if (purchase.status !== 'pending')
          throw new Refusal('conflict', `This purchase is ${purchase.status}: it cannot be paid.`, {
            fix: { action: 'Ask for a new intent.', method: 'POST', path: '/api/purchases/solana/intent' },
          })
        const [orderId = id] = await ordersOf(em, purchase)
        const { transaction } = await sales.offer(orderId, body.account)
        const message = `${publicId('pur', id)}: $${(purchase.priceCents / 100).toFixed(2)}`
        return { headers: { 'Cache-Control': 'no-store' }, body: { transaction, message } }
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: `${path}/qr`,
      summary: 'The Solana Pay link of a purchase as a QR code (SVG)',
      limit: 'market-read',
      type: 'image/svg+xml',
      refusals: ['not_found'],
      handle: ({ params, query }) => {
        const id = purchaseOf(params['purchase_id'] ?? '', query.token)
        const link = `${config.publicBaseUrl}/api/purchases/${publicId('pur', id)}/solana-pay`
        return { type: 'image/svg+xml', body: renderSVG(solanaPayUrl(link, query.token)) }
      },
    }),
  ]
}
