import { z } from 'zod'

import { page } from '#shared/market/paging.ts'
import { sellerEarnings, sellerPayouts } from '#shared/market/payouts/read-payouts.ts'

import { type Route, route } from '../../http/route.ts'
import type { MarketDeps } from './market-deps.ts'
import { pageOf, pageQuery, pageReply } from './paged.ts'

const when = z.string().describe('ISO 8601, UTC')
const PayoutItem = z.object({
  payout_id: z.string(),
  amount_cents: z.int(),
  currency: z.string(),
  state: z.enum(['ready', 'held', 'sending', 'paid']),
  reason: z.string().nullable().describe('why it is held or waits'),
  wallet: z.string().nullable().describe('where it is sent'),
  transaction: z.string().nullable().describe('signature of the transaction on Solana'),
  created_at: when,
  paid_at: when.nullable(),
})
const PayoutPage = pageOf(PayoutItem).extend({
  earnings: z.object({
    waiting_cents: z.int().describe('not delivered yet, or still refundable'),
    due_cents: z.int().describe('due and in no payout yet; negative when a refund is still to be netted'),
    in_payout_cents: z.int(),
    paid_cents: z.int(),
    waits_for: z
      .enum(['proved_wallet', 'wallet_rests', 'suspended', 'minimum'])
      .nullable()
      .describe('why what is due is in no payout yet'),
    wallet: z.string().nullable().describe('your proved wallet'),
    wallet_rests_until: when.nullable(),
  }),
})

/** What sellers are paid. */
export function payoutRoutes({ db }: Pick<MarketDeps, 'db'>): readonly Route[] {
  return [
    route({
      tag: 'Payouts',
      method: 'GET',
      path: '/api/payouts/me',
      summary: 'What you earned, what is on its way, and each payout with its transaction',
      credential: 'key',
      scope: 'read',
      limit: 'market-read',
      query: z.object(pageQuery(100, 20)),
      reply: PayoutPage,
      handle: async (request) => {
        const { actor, query } = request
        const [{ items, total }, earnings] = await Promise.all([
          sellerPayouts(db.pg, actor.userId, query),
          sellerEarnings(db.pg, actor.userId),
        ])
        const reply = pageReply(request, query, page(items, total, query))
        return { ...reply, body: { ...Object(reply.body), earnings } }
      },
    }),
  ]
}
