import { defineEntity, p } from '@mikro-orm/core'

export const AUCTION_STATES = ['draft', 'open', 'sold', 'reserve_not_met', 'no_bids', 'voided', 'unpaid'] as const

const AuctionSchema = defineEntity({
  name: 'Auction',
  tableName: 'auction',
  properties: {
    listingId: p.uuid().primary().extra('references listing (id)'),
    state: p.enum(AUCTION_STATES).default('draft'),
    startPriceCents: p.integer().check('start_price_cents between 1 and 100000000'),
    reserveCents: p.integer().nullable().check('reserve_cents between 1 and 100000000'),
    buyNowCents: p.integer().nullable().check('buy_now_cents between 1 and 100000000'),
    wantedStartAt: p.datetime().nullable(),
    wantedEndAt: p.datetime().nullable(),
    durationHours: p.integer().nullable().check('duration_hours between 1 and 720'),
    startsAt: p.datetime().nullable(),
    endsAt: p.datetime().nullable(),
    latestEndAt: p.datetime().nullable(),
    round: p.integer().default(0),
    bidCount: p.integer().default(0),
    bidderCount: p.integer().default(0),
    currentBidCents: p.integer().nullable(),
    currentBidId: p.uuid().nullable(),
    leaderId: p.uuid().nullable().extra('references market_user (id)'),
    extendedCount: p.integer().default(0),
    pausedAt: p.datetime().nullable(),
    plannedFor: p.datetime().nullable(),
    closedAt: p.datetime().nullable(),
    winnerId: p.uuid().nullable().extra('references market_user (id)'),
    winningBidId: p.uuid().nullable(),
    payUntil: p.datetime().nullable(),
    paidAt: p.datetime().nullable(),
    reminders: p.integer().default(0),
    isSecondChance: p.boolean().default(false),
    secondId: p.uuid().nullable().extra('references market_user (id)'),
    secondBidId: p.uuid().nullable(),
    acceptUntil: p.datetime().nullable(),
  },
  indexes: [
    { name: 'auction_to_close', properties: ['endsAt'], where: "state = 'open' and paused_at is null" },
    { name: 'auction_to_pay', properties: ['payUntil'], where: "state = 'sold' and paid_at is null" },
  ],
  checks: [
    {
      name: 'auction_bids_add_up',
      expression: '(bid_count = 0) = (current_bid_cents is null) and (bid_count = 0) = (leader_id is null)',
    },
    { name: 'auction_ends_once', expression: "(state in ('draft', 'open')) = (closed_at is null)" },
    {
      name: 'auction_open_has_clock',
      expression: "state = 'draft' or (starts_at is not null and ends_at > starts_at and latest_end_at >= ends_at)",
    },
    { name: 'auction_paid_when', expression: "paid_at is null or state = 'sold'" },
    {
      name: 'auction_sold_to_somebody',
      expression: "(state = 'sold') = (winner_id is not null) and (winner_id is null) = (pay_until is null)",
    },
  ],
})

/**
 * The auction of a listing. The database function `close_auction` ends an open auction that is over, once. A sold
 * listing is offered for payment to `winner` until `payUntil`, then to `second`; `unpaid` is one that nobody paid. One
 * that was bought at once (`buyNowCents`) has a winner and no winning bid. `paidAt` is set by the database in the
 * statement that marks the purchase of the win paid. Each time a listing is offered again, a new `round`
 * begins. `pausedAt` is when its clock stopped because the listing was hidden for review.
 */
export class Auction extends AuctionSchema.class {}
AuctionSchema.setClass(Auction)
