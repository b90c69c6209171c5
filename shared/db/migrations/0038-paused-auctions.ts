import { Migration } from '@mikro-orm/migrations'

/**
 * The clock of an auction stands still while its listing is hidden, and goes on when the listing is shown again. A trigger
 * moves the clock in the statement that hides or shows, so no way of hiding can forget it.
 */
export class PausedAuctions extends Migration {
  override name = '0038-paused-auctions'

  override up() {
    for (const statement of [COLUMNS, PAUSE, PLACE_BID, CLOSE]) this.addSql(statement)
  }
}

const COLUMNS = `
alter table auction add column paused_at timestamptz, drop constraint auction_state_check,
  add constraint auction_state_check check (state in ('draft', 'open', 'sold', 'reserve_not_met', 'no_bids', 'voided'));
update auction a set paused_at = l.hidden_at from listing l where l.id = a.listing_id and l.hidden_at is not null;
drop index auction_to_close;
create index auction_to_close on auction (ends_at) where state = 'open' and paused_at is null;
`

// Time in which nobody could have bid anyway, before the start, is not given back.
const PAUSE = `
create function pause_new_auction() returns trigger language plpgsql as $$
begin
  new.paused_at := (select hidden_at from listing where id = new.listing_id);
  return new;
end $$;
create trigger auction_pause_new before insert on auction for each row execute function pause_new_auction();
create function pause_auction() returns trigger language plpgsql as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  if new.hidden_at is not null then
    update auction set paused_at = new.hidden_at where listing_id = new.id;
    return null;
  end if;
  update auction a set paused_at = null, planned_for = null,
    ends_at = case when a.state = 'open' then a.ends_at + lost.bidding else a.ends_at end,
    latest_end_at = case when a.state = 'open' then a.latest_end_at + lost.bidding else a.latest_end_at end,
    accept_until = case when a.accept_until > old.hidden_at then a.accept_until + (moment - old.hidden_at) else a.accept_until end,
    pay_until = case when a.pay_until > old.hidden_at then a.pay_until + (moment - old.hidden_at) else a.pay_until end
  from (select greatest(interval '0', moment - greatest(old.hidden_at, s.starts_at)) as bidding
    from auction s where s.listing_id = new.id) as lost
  where a.listing_id = new.id;
  return null;
end $$;
create trigger listing_pauses_auction after update of hidden_at on listing for each row
  when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function pause_auction();
`

// As in 0021-auctions.ts, but nobody of the seller's account bids: an owner and the agents it registered are one.
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

// As in 0021-auctions.ts, but an auction whose clock stands still is not over.
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
    pay_until = case when ending = 'sold' then moment + interval '48 hours' end,
    second_id = second.bidder_id, second_bid_id = second.id,
    accept_until = case when ending = 'reserve_not_met' then moment + interval '48 hours' end
    where listing_id = of_listing;
  insert into listing_event (id, listing_id, kind, facts, at) values (end_event, of_listing, 'auction_ended',
    jsonb_build_object('ending', ending, 'bid_count', a.bid_count, 'final_bid_cents', a.current_bid_cents), moment);
  return ending;
end $$;
`
