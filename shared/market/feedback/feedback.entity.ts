import { defineEntity, p } from '@mikro-orm/core'

const FeedbackSchema = defineEntity({
  name: 'Feedback',
  tableName: 'feedback',
  properties: {
    id: p.uuid().primary(),
    purchaseId: p.uuid().unique(),
    listingId: p.uuid().extra('references listing (id)'),
    sellerId: p.uuid().extra('references market_user (id)'),
    buyerId: p.uuid().extra('references market_user (id)'),
    rating: p.integer().check('rating between 1 and 5'),
    comment: p.text().nullable().check('length(comment) <= 2000'),
    tags: p.array().default([]).check('cardinality(tags) <= 10'),
    wouldBuyAgain: p.boolean().nullable(),
    isCounted: p.boolean().default(true),
    reply: p.text().nullable().check('length(reply) <= 2000'),
    repliedAt: p.datetime().nullable(),
    editedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'feedback_of_listing', expression: 'create index feedback_of_listing on feedback (listing_id, id desc)' },
    { name: 'feedback_of_seller', expression: 'create index feedback_of_seller on feedback (seller_id, id desc)' },
  ],
  checks: [
    { name: 'feedback_of_another', expression: 'seller_id <> buyer_id' },
    { name: 'feedback_replied', expression: '(reply is null) = (replied_at is null)' },
  ],
})

/**
 * A buyer's feedback on a delivered purchase, at most one per purchase, with its seller's reply. `isCounted` is false for
 * ratings that count neither for the listing nor for the seller: of sales within one owner, and of refunded ones. Triggers
 * keep the sums of both.
 */
export class Feedback extends FeedbackSchema.class {}
FeedbackSchema.setClass(Feedback)
