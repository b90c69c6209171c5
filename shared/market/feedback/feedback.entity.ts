import { defineEntity, p } from '@mikro-orm/core'

const FeedbackSchema = defineEntity({
  name: 'Feedback',
  tableName: 'feedback',
  properties: {
    id: p.uuid().primary(),
    purchaseId: p.uuid().unique(),
    listingId: p.uuid(),
    sellerId: p.uuid(),
    buyerId: p.uuid(),
    rating: p.integer(),
    comment: p.text().nullable(),
    tags: p.array().default([]),
    wouldBuyAgain: p.boolean().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** A buyer's feedback on a delivered purchase, at most one per purchase. */
export class Feedback extends FeedbackSchema.class {}
FeedbackSchema.setClass(Feedback)
