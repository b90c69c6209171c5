import { z } from 'zod'

import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { HttpsUrl } from '#shared/market/https-url.ts'
import { publicId } from '#shared/market/public-id.ts'
import { askRefund } from '#shared/market/refunds/ask-refund.ts'
import { claimPurchase } from '#shared/market/purchases/claim-purchase.ts'
import { confirmDelivery } from '#shared/market/purchases/confirm-delivery.ts'
import { findPurchase, isEqual, type SeenPurchase } from '#shared/market/purchases/find-purchase.ts'
import type { Purchase } from '#shared/market/purchases/purchase.entity.ts'
import { PurchaseView } from '#shared/market/purchases/purchase.view.ts'
import { readPurchase } from '#shared/market/purchases/read-purchase.ts'
import { refundSale } from '#shared/market/refunds/refund-sale.ts'
import { plainText } from '#shared/market/users/account-fields.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { readChainRefund, refundOnChain } from '#shared/money/x402/refund-on-chain.ts'
import { isSignedBy, RECOVERY_WINDOW_MS, recoveryMessage } from '#shared/money/x402/recovery-message.ts'

import { type Route, route } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'
import { askerOf } from './asker.ts'
import { cardPayments } from './card-payments.ts'

const ConfirmQuery = z.object({
  delivery_url: HttpsUrl.optional().describe('where the buyer fetches it; the URL of the listing unless said'),
})
const RefundBody = z.object({
  reason: plainText(500).nullish().describe('for the other side'),
  refund: z
    .enum(['credit', 'on_chain'])
    .default('credit')
    .describe('once it is refunded, on_chain sends the unspent refund_key back to the Solana wallet that paid'),
})
const Refunded = PurchaseView.extend({
  refund_key: z
    .string()
    .nullable()
    .describe('for the buyer: the prepaid key that holds the refund, unless it went back to the key that paid'),
  refund_payout: z
    .object({ payout_id: z.string(), state: z.string(), transaction: z.string().nullable() })
    .nullable()
    .describe('for the buyer: the refund on its way to the wallet that paid'),
})
const ClaimBody = z.object({
  issued_at: z.iso.datetime({ offset: true }).max(64).nullish().describe('when the message was signed'),
  signature: z
    .string()
    .min(64)
    .max(200)
    .nullish()
    .describe('in the place of X-Purchase-Token: of the recovery message with the purchase_id as its payment'),
})

/** What happens after a sale: the seller confirms delivery, the buyer asks for a refund, an account claims a purchase. */
export function afterSaleRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, mint, now } = deps
  const cards = cardPayments(deps)
  const about = { tag: 'Purchases', method: 'POST', limit: 'market-write' } as const
  const shown = async (seen: Pick<SeenPurchase, 'role'> & { id: string }, who: Parameters<typeof findPurchase>[1]) => {
    return readPurchase(db.pg, await findPurchase(await db.em(), who, seen.id))
  }
  return [
    route({
      ...about,
      path: '/api/purchases/:purchase_id/confirm-delivery',
      summary: 'Say that a sale is delivered, and where; again changes nothing',
      credential: 'key',
      scope: 'sell',
      query: ConfirmQuery,
      reply: PurchaseView,
      refusals: ['not_found', 'forbidden', 'conflict', 'validation_error'],
      handle: async (request) => {
        const asker = { actor: request.actor, token: undefined, tokenOf: mint.purchaseToken }
        const id = await inUnitOfWork(db, async (em) => {
          const seen = await findPurchase(em, asker, request.params['purchase_id'] ?? '', true)
          await confirmDelivery(em, seen, request.query.delivery_url)
          return seen.purchase.id
        })
        return { body: await shown({ id, role: 'seller' }, asker) }
      },
    }),
    route({
      ...about,
      path: '/api/purchases/:purchase_id/refund',
      summary: 'Ask for a refund as the buyer, or give it as the seller',
      credential: 'purchase',
      body: RefundBody,
      nullable: true,
      reply: Refunded,
      refusals: ['not_found', 'invalid_purchase_token', 'refund_window_over', 'refund_not_covered', 'conflict'],
      handle: async (request) => {
        const asker = askerOf(deps, request)
        const reason = request.body.reason ?? null
        const { id, role, rail } = await inUnitOfWork(db, async (em) => {
          const seen = await findPurchase(em, asker, request.params['purchase_id'] ?? '', true)
          requireScope(request.actor, seen.role === 'seller' ? 'sell' : 'buy')
          if (seen.role === 'buyer') await askRefund(em, seen.purchase, reason)
          else if (seen.purchase.kind === 'resale' || seen.purchase.resoldAs) throw noRefunds()
          else if (seen.purchase.status !== 'refunded')
            await refundSale(em, mint, seen.purchase, { by: 'seller', reason })
          return { id: seen.purchase.id, role: seen.role, rail: seen.purchase.rail }
        })
        if (rail === 'card' && role === 'seller') await cards.refund(id)
        const purchase = await shown({ id, role }, asker)
        const keyId = role === 'buyer' ? (purchase.refund?.key_id ?? null) : null
        const payout = keyId === null ? null : await payoutOf(id, request.body.refund)
        return {
          headers: { 'Cache-Control': 'no-store' },
          body: {
            ...purchase,
            refund_key: keyId === null || payout !== null ? null : mint.issue('sk', keyId),
            refund_payout: payout,
          },
        }
      },
    }),
    route({
      ...about,
      path: '/api/purchases/:purchase_id/claim',
      summary: 'Take over a purchase made without an account, with its token or the wallet that paid',
      credential: 'key',
      scope: 'buy',
      body: ClaimBody,
      nullable: true,
      reply: PurchaseView,
      refusals: ['not_found', 'invalid_purchase_token', 'own_listing'],
      handle: async (request) => {
        const { actor, params, header, body } = request
        const token = header('x-purchase-token')
        const id = await inUnitOfWork(db, async (em) => {
          const isProved = async (purchase: Purchase) =>
            (token !== undefined && isEqual(token, mint.purchaseToken(purchase.id))) ||
            (await isOfWallet(purchase, body))
          return (await claimPurchase(em, actor, params['purchase_id'] ?? '', isProved)).id
        })
        return { body: await shown({ id, role: 'buyer' }, { actor, token: undefined, tokenOf: mint.purchaseToken }) }
      },
    }),
  ]

  /** The refund on chain, made if it is asked for. Throws 409 when the refund cannot go back to a wallet. */
  async function payoutOf(purchaseId: string, wish: 'credit' | 'on_chain') {
    const refund = await (wish === 'on_chain' ? refundOnChain : readChainRefund)(db.pg, purchaseId)
    if (refund !== null)
      return { payout_id: publicId('pay', refund.id), state: refund.state, transaction: refund.transaction }
    if (wish === 'credit') return null
    throw new Refusal(
      'conflict',
      'This refund cannot go to a wallet: its key was used, or it was not paid on Solana.',
      {
        fix: { action: 'Ask without "refund", and spend refund_key.' },
      },
    )
  }

  /** Whether the wallet that paid signed the recovery message for this purchase, within the last five minutes. */
  async function isOfWallet(
    { id, payerNetwork, payerWallet }: Purchase,
    { issued_at: issuedAt, signature }: z.output<typeof ClaimBody>,
  ): Promise<boolean> {
    if (!payerNetwork || !payerWallet || !issuedAt || !signature) return false
    if (Math.abs(now().getTime() - Date.parse(issuedAt)) > RECOVERY_WINDOW_MS) return false
    const { host } = new URL(config.publicBaseUrl)
    const signed = { network: payerNetwork, payer: payerWallet, payment: publicId('pur', id), issuedAt }
    return isSignedBy(payerNetwork, payerWallet, recoveryMessage(host, signed), signature)
  }
}

const noRefunds = () =>
  new Refusal('refund_window_over', 'A resale is final, and so is what was sold on: its licence has moved.', {
    fix: { action: 'Buy the licence back, if its holder offers it.' },
  })

/** Throws 403 when the key of an account is not for this side of a purchase. A purchase token has no scopes. */
function requireScope(actor: Actor | null, scope: 'buy' | 'sell'): void {
  if (actor === null || actor.scopes.includes(scope)) return
  throw new Refusal('insufficient_scope', `This key is not for "${scope}".`, {
    fix: { action: `Use a session, or a key with the scope ${scope}.` },
    extra: { scope, scopes: actor.scopes },
  })
}
