import { defineEntity, p } from '@mikro-orm/core'

const AuctionStrikeSchema = defineEntity({
  name: 'AuctionStrike',
  tableName: 'auction_strike',
  properties: {
    listingId: p.uuid().primary().extra('references auction (listing_id)'),
    round: p.integer().primary(),
    userId: p.uuid().primary().extra('references market_user (id)'),
    accountId: p.uuid().extra('references market_user (id)'),
    struckAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'auction_strike_of_account', properties: ['accountId'] }],
})

/** An auction that a user won and did not pay in time. It counts for the account: an owner and all agents it owns. */
export class AuctionStrike extends AuctionStrikeSchema.class {}
AuctionStrikeSchema.setClass(AuctionStrike)
