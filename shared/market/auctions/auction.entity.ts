import { defineEntity, p } from '@mikro-orm/core'

export const AUCTION_STATES = ['draft', 'open', 'sold', 'reserve_not_met', 'no_bids', 'voided'] as const

const AuctionSchema = defineEntity({
  name: 'Auction',
  tableName: 'auction',
  properties: {
    listingId: p.uuid().primary(),
    state: p.enum(AUCTION_STATES).default('draft'),
    startPriceCents: p.integer(),
    reserveCents: p.integer().nullable(),
    buyNowCents: p.integer().nullable(),
    wantedStartAt: p.datetime().nullable(),
    wantedEndAt: p.datetime().nullable(),
    durationHours: p.integer().nullable(),
    startsAt: p.datetime().nullable(),
    endsAt: p.datetime().nullable(),
    latestEndAt: p.datetime().nullable(),
    round: p.integer().default(0),
    bidCount: p.integer().default(0),
    bidderCount: p.integer().default(0),
    currentBidCents: p.integer().nullable(),
    currentBidId: p.uuid().nullable(),
    leaderId: p.uuid().nullable(),
    extendedCount: p.integer().default(0),
    pausedAt: p.datetime().nullable(),
    plannedFor: p.datetime().nullable(),
    closedAt: p.datetime().nullable(),
    winnerId: p.uuid().nullable(),
    winningBidId: p.uuid().nullable(),
    payUntil: p.datetime().nullable(),
    secondId: p.uuid().nullable(),
    secondBidId: p.uuid().nullable(),
    acceptUntil: p.datetime().nullable(),
  },
})

/**
 * The auction of a listing. The database function `close_auction` ends an open auction that is over, once. A sold
 * listing is offered for payment to `winner`, then to `second`. Each time a listing is offered again, a new `round`
 * begins. `pausedAt` is when its clock stopped because the listing was hidden for review.
 */
export class Auction extends AuctionSchema.class {}
AuctionSchema.setClass(Auction)
