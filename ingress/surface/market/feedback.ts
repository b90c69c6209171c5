import { z } from 'zod'

import { FeedbackBody } from '#shared/market/feedback/feedback-fields.ts'
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

const FeedbackItem = z.object({
  feedback_id: z.string(),
  listing_id: z.string(),
  author: z.string().describe('a label; who bought is never told'),
  rating: z.int(),
  comment: z.string().nullable(),
  tags: z.array(z.string()),
  would_buy_again: z.boolean().nullable(),
  created_at: z.string(),
})
const SellerFeedback = pageOf(FeedbackItem).extend({
  seller_id: z.string(),
  summary: z.object({ avg: z.number().nullable(), count: z.int(), histogram: z.record(z.string(), z.int()) }),
})
const FeedbackAnswer = z.object({
  feedback_id: z.string(),
  purchase_id: z.string(),
  rating: z.int(),
  comment: z.string().nullable(),
  tags: z.array(z.string()),
  would_buy_again: z.boolean().nullable(),
})

/** Feedback of buyers on purchases, and the ratings of a seller. */
export function feedbackRoutes(deps: MarketDeps): readonly Route[] {
  const { db } = deps
  return [
    route({
      tag: 'Purchases',
      method: 'POST',
      path: '/api/purchases/:purchase_id/feedback',
      summary: 'Say how a purchase was; for its buyer, once, after delivery',
      credential: 'key',
      scope: 'buy',
      limit: 'market-write',
      status: 201,
      body: FeedbackBody,
      reply: FeedbackAnswer,
      refusals: ['not_found', 'forbidden', 'conflict', 'already_exists', 'idempotency_key_reused'],
      handle: (request) => {
        const { actor, params, body } = request
        const id = uuidOf('pur', params['purchase_id'] ?? '')
        return answerIdempotently(deps, rememberedRequest(request, actorScope(actor)), async (em) => {
          const purchase = await lockReviewed(em, id)
          const feedbackId = await giveFeedback(em, { actor, purchase, sent: body })
          return {
            status: 201,
            body: {
              feedback_id: publicId('fbk', feedbackId),
              purchase_id: publicId('pur', id ?? ''),
              rating: body.rating,
              comment: body.comment ?? null,
              tags: body.tags,
              would_buy_again: body.would_buy_again ?? null,
            },
            secretRef: null,
          }
        })
      },
    }),
    route({
      tag: 'Purchases',
      method: 'GET',
      path: '/api/purchases/seller/:seller_id/feedback',
      summary: 'What buyers say of a seller',
      credential: 'none',
      limit: 'market-read',
      query: z.object(pageQuery(100, 20)),
      reply: SellerFeedback,
      refusals: ['not_found'],
      handle: async (request) => {
        const { params, query } = request
        const { sellerId, items, summary } = await sellerFeedback(await db.em(), params['seller_id'] ?? '', query)
        const reply = pageReply(request, query, page(items, summary.count, query))
        return { ...reply, body: { ...Object(reply.body), seller_id: sellerId, summary } }
      },
    }),
  ]
}
