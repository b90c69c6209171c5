import { Migration } from '@mikro-orm/migrations'

/** Auctions and their bids. The functions that decide about them are in shared/market/auctions/auction-functions.ts. */
export class MarketAuctions extends Migration {
  override name = '0013-market-auctions'

  override up() {
    this.addSql(TABLES)
  }
}

const TABLES = `
create table auction (
  listing_id uuid primary key references listing (id),
  state text not null default 'draft' check (state in ('draft', 'open', 'sold', 'reserve_not_met', 'no_bids')),
  start_price_cents integer not null check (start_price_cents between 1 and 100000000),
  reserve_cents integer check (reserve_cents between 1 and 100000000),
  buy_now_cents integer check (buy_now_cents between 1 and 100000000),
  wanted_start_at timestamptz,
  wanted_end_at timestamptz,
  duration_hours integer check (duration_hours between 1 and 720),
  starts_at timestamptz,
  ends_at timestamptz,
  latest_end_at timestamptz,
  round integer not null default 0,
  bid_count integer not null default 0,
  bidder_count integer not null default 0,
  current_bid_cents integer,
  current_bid_id uuid,
  leader_id uuid references market_user (id),
  extended_count integer not null default 0,
  planned_for timestamptz,
  closed_at timestamptz,
  winner_id uuid references market_user (id),
  winning_bid_id uuid,
  pay_until timestamptz,
  second_id uuid references market_user (id),
  second_bid_id uuid,
  accept_until timestamptz,
  constraint auction_bids_add_up check ((bid_count = 0) = (current_bid_cents is null) and (bid_count = 0) = (leader_id is null)),
  constraint auction_ends_once check ((state in ('draft', 'open')) = (closed_at is null)),
  constraint auction_open_has_clock check (state = 'draft' or (starts_at is not null and ends_at > starts_at and latest_end_at >= ends_at)),
  constraint auction_sold_to_somebody check ((state = 'sold') = (winner_id is not null) and (winner_id is null) = (pay_until is null))
);
create index auction_to_close on auction (ends_at) where state = 'open';

create table bid (
  id uuid primary key,
  listing_id uuid not null references auction (listing_id),
  round integer not null,
  nth integer not null check (nth > 0),
  bidder_id uuid not null references market_user (id),
  bidder_no integer not null check (bidder_no > 0),
  amount_cents integer not null check (amount_cents > 0),
  placed_at timestamptz not null
);
create index bid_of_bidder on bid (bidder_id, listing_id, round);
create unique index bid_order on bid (listing_id, round, nth desc);
`
