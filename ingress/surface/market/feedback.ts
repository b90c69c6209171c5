import { z } from 'zod'

import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { changeFeedback, replyToFeedback } from '#shared/market/feedback/change-feedback.ts'
import { FeedbackBody, FeedbackPatch, ReplyBody } from '#shared/market/feedback/feedback-fields.ts'
import { FeedbackView, viewFeedback } from '#shared/market/feedback/feedback.view.ts'
import { giveFeedback } from '#shared/market/feedback/give-feedback.ts'
import { lockReviewed } from '#shared/market/feedback/reviewed-purchase.ts'
import { sellerFeedback } from '#shared/market/feedback/seller-feedback.ts'
import { page } from '#shared/market/paging.ts'
import { publicId, uuidOf } from '#shared/market/public-id.ts'

import { type Route, route } from '../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../idempotent-reply.ts'
import type { MarketDeps } from './market-deps.ts'
import { actorScope } from './idempotent-anonymous-reply.ts'
import { pageOf, pageQuery, pageReply } from './paged.ts'

const SellerFeedback = pageOf(FeedbackView).extend({
  seller_id: z.string(),
  summary: z.object({ avg: z.number().nullable(), count: z.int(), histogram: z.record(z.string(), z.int()) }),
})
const FeedbackAnswer = FeedbackView.extend({ purchase_id: z.string() })

/** Feedback of buyers on purchases, the replies of sellers, and the ratings of a seller. */
export function feedbackRoutes(deps: MarketDeps): readonly Route[] {
  const { db } = deps
  const about = { tag: 'Purchases', credential: 'key', limit: 'market-write', stores: true } as const
  return [
    route({
      ...about,
      method: 'POST',
      path: '/api/purchases/:purchase_id/feedback',
      summary: 'Say how a purchase was; for its buyer, once, after delivery',
      scope: 'buy',
      status: 201,
      body: FeedbackBody,
      reply: FeedbackAnswer,
      refusals: ['not_found', 'forbidden', 'conflict', 'purchase_refunded', 'already_exists', 'idempotency_key_reused'],
      handle: (request) => {
        const { actor, params, body } = request
        const id = uuidOf('pur', params['purchase_id'] ?? '')
        return answerIdempotently(deps, rememberedRequest(request, actorScope(actor)), async (em) => {
          const purchase = await lockReviewed(em, id)
          const feedback = await giveFeedback(em, { actor, purchase, sent: body })
          return {
            status: 201,
            body: { ...viewFeedback(feedback), purchase_id: publicId('pur', id ?? '') },
            secretRef: null,
          }
        })
      },
    }),
    route({
      ...about,
      method: 'PATCH',
      path: '/api/purchases/:purchase_id/feedback',
      summary: 'Change what you said of a purchase, within 30 days',
      scope: 'buy',
      body: FeedbackPatch,
      reply: FeedbackAnswer,
      refusals: ['not_found', 'forbidden', 'feedback_closed'],
      handle: async ({ actor, params, body }) => {
        const id = uuidOf('pur', params['purchase_id'] ?? '')
        const feedback = await inUnitOfWork(db, async (em) =>
          changeFeedback(em, { actor, purchase: await lockReviewed(em, id), change: body }),
        )
        return { body: { ...viewFeedback(feedback), purchase_id: publicId('pur', id ?? '') } }
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/feedback/:feedback_id/reply',
      summary: 'Reply to feedback as the seller; another reply takes the place of the first',
      scope: 'sell',
      body: ReplyBody,
      reply: FeedbackView,
      refusals: ['not_found', 'forbidden'],
      handle: async ({ actor, params, body }) => {
        const asked = { actor, feedbackId: params['feedback_id'] ?? '', reply: body.reply }
        return { body: viewFeedback(await inUnitOfWork(db, (em) => replyToFeedback(em, asked))) }
      },
    }),
    route({
      tag: 'Purchases',
      method: 'GET',
      path: '/api/purchases/seller/:seller_id/feedback',
      summary: 'What buyers say of a seller, and what the seller replies',
      credential: 'none',
      limit: 'market-read',
      query: z.object(pageQuery(100, 20)),
      reply: SellerFeedback,
      refusals: ['not_found'],
      handle: async (request) => {
        const { params, query } = request
        const em = await db.em()
        const { sellerId, items, total, summary } = await sellerFeedback(em, params['seller_id'] ?? '', query)
        const reply = pageReply(request, query, page(items, total, query))
        return { ...reply, body: { ...Object(reply.body), seller_id: sellerId, summary } }
      },
    }),
  ]
}
