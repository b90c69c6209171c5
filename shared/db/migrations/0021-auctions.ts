import { Migration } from '@mikro-orm/migrations'

/**
 * Auctions and their bids. Both functions lock the listing first, as every change of a listing does, and then look at the
 * clock: what a bid met, and whether the auction was over, is decided while nobody else can change it.
 */
export class Auctions extends Migration {
  override name = '0021-auctions'

  override up() {
    for (const statement of [AUCTION, BID, NEXT_BID, PLACE_BID, CLOSE]) this.addSql(statement)
  }
}

// `wanted_*` and `duration_hours` are the seller's terms; `starts_at` and `ends_at` are the clock, set when it opens.
const AUCTION = `
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
  constraint auction_open_has_clock check (state = 'draft' or (starts_at is not null and ends_at > starts_at and latest_end_at >= ends_at)),
  constraint auction_ends_once check ((state in ('draft', 'open')) = (closed_at is null)),
  constraint auction_sold_to_somebody check ((state = 'sold') = (winner_id is not null) and (winner_id is null) = (pay_until is null)),
  constraint auction_bids_add_up check ((bid_count = 0) = (current_bid_cents is null) and (bid_count = 0) = (leader_id is null))
);
create index auction_to_close on auction (ends_at) where state = 'open';
`

const BID = `
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
create unique index bid_order on bid (listing_id, round, nth desc);
create index bid_of_bidder on bid (bidder_id, listing_id, round);
`

// The table of steps, as shared/market/listings/listing-options.rules.ts publishes it; a test compares the two.
const NEXT_BID = `
create function next_bid_cents(start_price integer, current_bid integer) returns integer language sql immutable parallel safe
  return case when current_bid is null then start_price else current_bid + case
    when current_bid < 100 then 5 when current_bid < 500 then 25 when current_bid < 2500 then 50
    when current_bid < 10000 then 100 when current_bid < 50000 then 500 when current_bid < 100000 then 1000
    else 2500 end end;
`

const PLACE_BID = `
create function place_bid(of_listing uuid, of_bidder uuid, cents integer, bid_id uuid, bid_event uuid, extension_event uuid)
returns table (outcome text, least_cents integer, bidder_no integer, placed_at timestamptz) language plpgsql as $$
declare
  l record;
  a auction;
  no integer;
  moment timestamptz;
  new_end timestamptz;
begin
  select owner_id, is_shown, listing_type into l from listing where id = of_listing for no key update;
  if not found or not l.is_shown or l.listing_type <> 'auction' then
    return query select 'not_there', null::integer, null::integer, null::timestamptz; return;
  end if;
  select * into a from auction where listing_id = of_listing for update;
  moment := clock_timestamp();
  least_cents := next_bid_cents(a.start_price_cents, a.current_bid_cents);
  if l.owner_id = of_bidder then
    return query select 'own', least_cents, null::integer, moment; return;
  elsif a.state = 'draft' or a.starts_at > moment then
    return query select 'not_open', least_cents, null::integer, moment; return;
  elsif a.state <> 'open' or a.ends_at <= moment then
    return query select 'ended', least_cents, null::integer, moment; return;
  elsif cents < least_cents then
    return query select 'too_low', least_cents, null::integer, moment; return;
  end if;

  select b.bidder_no into no from bid b where b.bidder_id = of_bidder and b.listing_id = of_listing and b.round = a.round limit 1;
  no := coalesce(no, a.bidder_count + 1);
  insert into bid (id, listing_id, round, nth, bidder_id, bidder_no, amount_cents, placed_at)
    values (bid_id, of_listing, a.round, a.bid_count + 1, of_bidder, no, cents, moment);
  new_end := case when a.ends_at - moment < interval '10 minutes'
    then greatest(a.ends_at, least(moment + interval '10 minutes', a.latest_end_at)) else a.ends_at end;
  update auction set bid_count = a.bid_count + 1, bidder_count = greatest(a.bidder_count, no), current_bid_cents = cents,
    current_bid_id = bid_id, leader_id = of_bidder, ends_at = new_end,
    extended_count = a.extended_count + case when new_end > a.ends_at then 1 else 0 end where listing_id = of_listing;
  update listing set price_cents = cents where id = of_listing;
  insert into listing_event (id, listing_id, kind, facts, at)
    values (bid_event, of_listing, 'bid_placed', jsonb_build_object('amount_cents', cents, 'bid_count', a.bid_count + 1), moment);
  if new_end > a.ends_at then
    insert into listing_event (id, listing_id, kind, facts, at) values (extension_event, of_listing, 'auction_extended',
      jsonb_build_object('ends_at', to_char(new_end at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), moment);
  end if;
  return query select 'placed', next_bid_cents(a.start_price_cents, cents), no, moment;
end $$;
`

// One that somebody is changing is left alone: who changes it sees the clock, and the sweeper comes again.
const CLOSE = `
create function close_auction(of_listing uuid, end_event uuid) returns text language plpgsql as $$
declare
  a auction;
  second bid;
  moment timestamptz;
  ending text;
begin
  perform from listing where id = of_listing for no key update skip locked;
  if not found then return null; end if;
  select * into a from auction where listing_id = of_listing for update;
  moment := clock_timestamp();
  if not found or a.state <> 'open' or a.ends_at > moment then return null; end if;
  ending := case when a.bid_count = 0 then 'no_bids'
    when a.current_bid_cents >= coalesce(a.reserve_cents, 0) then 'sold' else 'reserve_not_met' end;
  if ending = 'sold' then
    select * into second from bid b where b.listing_id = of_listing and b.round = a.round and b.bidder_id <> a.leader_id
      and b.amount_cents >= coalesce(a.reserve_cents, 0) order by b.nth desc limit 1;
  end if;
  update auction set state = ending, closed_at = moment,
    winner_id = case when ending = 'sold' then a.leader_id end,
    winning_bid_id = case when ending = 'sold' then a.current_bid_id end,
    pay_until = case when ending = 'sold' then moment + interval '48 hours' end,
    second_id = second.bidder_id, second_bid_id = second.id,
    accept_until = case when ending = 'reserve_not_met' then moment + interval '48 hours' end
    where listing_id = of_listing;
  insert into listing_event (id, listing_id, kind, facts, at) values (end_event, of_listing, 'auction_ended',
    jsonb_build_object('ending', ending, 'bid_count', a.bid_count, 'final_bid_cents', a.current_bid_cents), moment);
  return ending;
end $$;
`
