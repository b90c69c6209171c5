import { isoUtc } from '#shared/db/iso-utc.ts'

import { BID_INCREMENTS, DECISION_HOURS, EXTENSION_MINUTES } from './auction.rules.ts'

const EXTENSION = `interval '${EXTENSION_MINUTES} minutes'`
const PAYMENT_TIME = `interval '${DECISION_HOURS} hours'`
const STEP = BID_INCREMENTS.map(({ below_cents: below, step_cents: step }) =>
  below === null ? `else ${step}` : `when current_bid < ${below} then ${step}`,
).join(' ')

// The minimum of the next bid in cents: the start price, then one step more than the current bid.
const NEXT_BID = `
create or replace function next_bid_cents(start_price integer, current_bid integer) returns integer
language sql immutable parallel safe
return case when current_bid is null then start_price else current_bid + case ${STEP} end end`

// Nobody of the seller's account bids: an owner and the agents it registered are one account.
const PLACE_BID = `
create or replace function place_bid(of_listing uuid, of_bidder uuid, cents integer, bid_id uuid, bid_event uuid, extension_event uuid)
returns table (outcome text, least_cents integer, bidder_no integer, placed_at timestamptz) language plpgsql as $$
declare
  l record;
  a auction;
  no integer;
  moment timestamptz;
  new_end timestamptz;
begin
  select is_shown, listing_type into l from listing where id = of_listing for no key update;
  if not found or not l.is_shown or l.listing_type <> 'auction' then
    return query select 'not_there', null::integer, null::integer, null::timestamptz; return;
  end if;
  select * into a from auction where listing_id = of_listing for update;
  moment := clock_timestamp();
  least_cents := next_bid_cents(a.start_price_cents, a.current_bid_cents);
  if account_of_listing(of_listing) = (select account_id from market_user where id = of_bidder) then
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
  new_end := case when a.ends_at - moment < ${EXTENSION}
    then greatest(a.ends_at, least(moment + ${EXTENSION}, a.latest_end_at)) else a.ends_at end;
  update auction set bid_count = a.bid_count + 1, bidder_count = greatest(a.bidder_count, no), current_bid_cents = cents,
    current_bid_id = bid_id, leader_id = of_bidder, ends_at = new_end,
    extended_count = a.extended_count + case when new_end > a.ends_at then 1 else 0 end where listing_id = of_listing;
  update listing set price_cents = cents where id = of_listing;
  insert into listing_event (id, listing_id, kind, facts, at)
    values (bid_event, of_listing, 'bid_placed', jsonb_build_object('amount_cents', cents, 'bid_count', a.bid_count + 1), moment);
  if new_end > a.ends_at then
    insert into listing_event (id, listing_id, kind, facts, at) values (extension_event, of_listing, 'auction_extended',
      jsonb_build_object('ends_at', ${isoUtc('new_end')}), moment);
  end if;
  return query select 'placed', next_bid_cents(a.start_price_cents, cents), no, moment;
end $$;`

// An auction that somebody is changing is left to the next call. One whose clock is paused is not over.
const CLOSE = `
create or replace function close_auction(of_listing uuid, end_event uuid) returns text language plpgsql as $$
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
  if not found or a.state <> 'open' or a.paused_at is not null or a.ends_at > moment then return null; end if;
  ending := case when a.bid_count = 0 then 'no_bids'
    when a.current_bid_cents >= coalesce(a.reserve_cents, 0) then 'sold' else 'reserve_not_met' end;
  if ending = 'sold' then
    select * into second from bid b where b.listing_id = of_listing and b.round = a.round and b.bidder_id <> a.leader_id
      and b.amount_cents >= coalesce(a.reserve_cents, 0) order by b.nth desc limit 1;
  end if;
  update auction set state = ending, closed_at = moment,
    winner_id = case when ending = 'sold' then a.leader_id end,
    winning_bid_id = case when ending = 'sold' then a.current_bid_id end,
    pay_until = case when ending = 'sold' then moment + ${PAYMENT_TIME} end,
    second_id = second.bidder_id, second_bid_id = second.id,
    accept_until = case when ending = 'reserve_not_met' then moment + ${PAYMENT_TIME} end
    where listing_id = of_listing;
  insert into listing_event (id, listing_id, kind, facts, at) values (end_event, of_listing, 'auction_ended',
    jsonb_build_object('ending', ending, 'bid_count', a.bid_count, 'final_bid_cents', a.current_bid_cents), moment);
  return ending;
end $$;`

/**
 * The database functions that decide about bids and endings. `migrate` creates them anew after the migrations, so a
 * changed rule needs no migration. `place_bid` and `close_auction` lock the listing first, as every change of a listing
 * does, and then read the clock: nobody else can change the auction while they decide.
 */
export const auctionFunctions = [NEXT_BID, PLACE_BID, CLOSE] as const
