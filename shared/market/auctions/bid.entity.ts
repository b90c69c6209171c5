import { defineEntity, p } from '@mikro-orm/core'

const BidSchema = defineEntity({
  name: 'Bid',
  tableName: 'bid',
  properties: {
    id: p.uuid().primary(),
    listingId: p.uuid().extra('references auction (listing_id)'),
    round: p.integer(),
    nth: p.integer().check('nth > 0'),
    bidderId: p.uuid().extra('references market_user (id)'),
    bidderNo: p.integer().check('bidder_no > 0'),
    amountCents: p.integer().check('amount_cents > 0'),
    placedAt: p.datetime(),
  },
  indexes: [
    { name: 'bid_of_bidder', properties: ['bidderId', 'listingId', 'round'] },
    { name: 'bid_order', expression: 'create unique index bid_order on bid (listing_id, round, nth desc)' },
  ],
})

/**
 * An accepted bid. `nth` numbers the bids of a round from 1; the last bid is the highest. `bidderNo` is the bidder's
 * public number.
 */
export class Bid extends BidSchema.class {}
BidSchema.setClass(Bid)
