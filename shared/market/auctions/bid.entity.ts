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
    heldAccountId: p.bigint().nullable().extra('references account (id)'),
    releasedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'bid_held', properties: ['id'], where: 'held_account_id is not null and released_at is null' },
    { name: 'bid_of_bidder', properties: ['bidderId', 'listingId', 'round'] },
    { name: 'bid_order', expression: 'create unique index bid_order on bid (listing_id, round, nth desc)' },
  ],
  checks: [{ name: 'bid_released_hold', expression: 'released_at is null or held_account_id is not null' }],
})

/**
 * An accepted bid. `nth` numbers the bids of a round from 1; the last bid is the highest. `bidderNo` is the bidder's
 * public number. `heldAccountId` is the wallet of the prepaid key on which the amount is held while the bid leads, until
 * `releasedAt`: accounts with strikes bid so.
 */
export class Bid extends BidSchema.class {}
BidSchema.setClass(Bid)
