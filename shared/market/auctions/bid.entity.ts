import { defineEntity, p } from '@mikro-orm/core'

const BidSchema = defineEntity({
  name: 'Bid',
  tableName: 'bid',
  properties: {
    id: p.uuid().primary(),
    listingId: p.uuid(),
    round: p.integer(),
    nth: p.integer(),
    bidderId: p.uuid(),
    bidderNo: p.integer(),
    amountCents: p.integer(),
    placedAt: p.datetime(),
  },
})

/** A bid that was taken. `nth` is its place in its round; the last one is the highest. `bidderNo` is what others see. */
export class Bid extends BidSchema.class {}
BidSchema.setClass(Bid)
