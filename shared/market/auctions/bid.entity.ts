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

/**
 * An accepted bid. `nth` numbers the bids of a round from 1; the last bid is the highest. `bidderNo` is the bidder's
 * public number.
 */
export class Bid extends BidSchema.class {}
BidSchema.setClass(Bid)
