import { isoUtc } from '#shared/db/iso-utc.ts'

import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'
import { saleVerdictSql } from '#shared/money/prepaid/judge-sale.ts'

import { CARD_MINIMUM_CENTS } from '../listings/listing-options.rules.ts'
import { owesRefundSql } from '../owes-refund.ts'
import {
  BID_INCREMENTS,
  DECISION_HOURS,
  EXTENSION_MINUTES,
  LAPSE_GRACE_MINUTES,
  SECOND_CHANCE_HOURS,
  STRIKES_UNTIL_HELD,
} from './auction.rules.ts'

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

// Gives the money of a held bid back to its wallet, once.
const RELEASE_BID = `
create or replace function release_bid(of_bid uuid) returns void language plpgsql as $$
declare
  b bid;
begin
  update bid set released_at = clock_timestamp() where id = of_bid and held_account_id is not null and released_at is null returning * into b;
  if not found then return; end if;
  perform from account where id = b.held_account_id for update;
  insert into transfer (kind, call_id, hold_id, account_id, amount, reason)
    select 'release', h.call_id, h.id, h.account_id, h.amount, 'bid-hold' from transfer h where h.call_id = b.id and h.kind = 'hold';
  update account set held = held - b.amount_cents::bigint * ${MICRO_USDC_PER_CENT} where id = b.held_account_id;
end $$;`

// Holds the price of a bid on the prepaid key that was sent; answers why the key does not do, or null when it is held.
const HOLD_BID = `
create or replace function hold_bid(bid_id uuid, cents integer, of_key text, of_hmac bytea, out verdict text, out wallet_id bigint) language plpgsql as $$
declare
  price constant bigint := cents::bigint * ${MICRO_USDC_PER_CENT};
begin
  if of_key is null then verdict := 'no_key'; return; end if;
  perform from account where id = (select account_id from service_key where key_id = of_key and hmac = of_hmac) for update;
  select ${saleVerdictSql('price')}, a.id into verdict, wallet_id from (values (1)) as one
    left join service_key k on k.key_id = of_key and k.hmac = of_hmac left join account a on a.id = k.account_id;
  if verdict is not null then return; end if;
  update account set held = held + price where id = wallet_id;
  insert into transfer (kind, call_id, account_id, amount, reason) values ('hold', bid_id, wallet_id, price, 'bid-hold');
end $$;`

// Nobody of the seller's account bids: an owner and the agents it registered are one account.
const PLACE_BID = `
create or replace function place_bid(of_listing uuid, of_bidder uuid, cents integer, bid_id uuid, bid_event uuid, extension_event uuid,
  of_key text, of_hmac bytea, on_solana boolean, by_card boolean)
returns table (outcome text, least_cents integer, bidder_no integer, placed_at timestamptz) language plpgsql as $$
declare
  l record;
  a auction;
  no integer;
  moment timestamptz;
  new_end timestamptz;
  refused text;
  wallet bigint;
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
  elsif not (by_card and cents >= ${CARD_MINIMUM_CENTS}) and not (on_solana and exists (
    select from listing s join market_user u on u.id = s.owner_id where s.id = of_listing and u.proved_wallet is not null)) then
    return query select 'no_rail', least_cents, null::integer, moment; return;
  elsif exists (select from listing s where s.id = of_listing and ${owesRefundSql('s.owner_id')}) then
    return query select 'seller_owes_refund', least_cents, null::integer, moment; return;
  end if;
  if (select count(*) from auction_strike s where s.account_id = (select account_id from market_user where id = of_bidder)) >= ${STRIKES_UNTIL_HELD} then
    -- Whoever outbids himself needs the money once.
    if a.leader_id = of_bidder then perform release_bid(a.current_bid_id); end if;
    select h.verdict, h.wallet_id into refused, wallet from hold_bid(bid_id, cents, of_key, of_hmac) h;
    if refused is not null then
      -- An exception takes the release back; the caller reads its message.
      raise exception '%', refused using errcode = 'P0001', constraint = 'bid_not_held';
    end if;
  end if;

  select b.bidder_no into no from bid b where b.bidder_id = of_bidder and b.listing_id = of_listing and b.round = a.round limit 1;
  no := coalesce(no, a.bidder_count + 1);
  insert into bid (id, listing_id, round, nth, bidder_id, bidder_no, amount_cents, placed_at, held_account_id)
    values (bid_id, of_listing, a.round, a.bid_count + 1, of_bidder, no, cents, moment, wallet);
  if a.current_bid_id is not null then perform release_bid(a.current_bid_id); end if;
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

// A win that was not paid goes to the second bidder, once, and then to nobody. The winner gets a strike.
const LAPSE = `
create or replace function lapse_auction(of_listing uuid) returns text language plpgsql as $$
declare
  a auction;
begin
  select * into a from auction where listing_id = of_listing and state = 'sold' and paid_at is null and paused_at is null
    and pay_until <= clock_timestamp() - interval '${LAPSE_GRACE_MINUTES} minutes' for update skip locked;
  if not found then return null; end if;
  insert into auction_strike (listing_id, round, user_id, account_id)
    select of_listing, a.round, u.id, u.account_id from market_user u where u.id = a.winner_id on conflict do nothing;
  if a.winning_bid_id is not null then perform release_bid(a.winning_bid_id); end if;
  if a.second_id is not null then
    update auction set winner_id = a.second_id, winning_bid_id = a.second_bid_id, second_id = null, second_bid_id = null,
      pay_until = clock_timestamp() + interval '${SECOND_CHANCE_HOURS} hours', is_second_chance = true, reminders = 0 where listing_id = of_listing;
    return 'second_chance';
  end if;
  update auction set state = 'unpaid', winner_id = null, winning_bid_id = null, pay_until = null where listing_id = of_listing;
  return 'unpaid';
end $$;`

// Whether a purchase of a win may still be paid: it is the winner's, unpaid; or, bought at once, nobody has bid. Locks the auction.
const WIN_STANDS = `
create or replace function win_stands(of_purchase uuid) returns boolean language plpgsql as $$
declare
  s purchase;
  a auction;
begin
  select * into s from purchase where id = of_purchase;
  if s.kind <> 'auction_win' then return true; end if;
  select * into a from auction where listing_id = s.listing_id for update;
  if a.paid_at is not null then return false; end if;
  if s.bid_id is not null then return a.state = 'sold' and a.winning_bid_id = s.bid_id; end if;
  return (a.state = 'open' and a.bid_count = 0 and a.paused_at is null and a.starts_at <= clock_timestamp() and a.ends_at > clock_timestamp()
    and a.buy_now_cents = s.price_cents) or (a.state = 'sold' and a.winning_bid_id is null and a.winner_id = s.buyer_id);
end $$;`

/**
 * The database functions that decide about bids and endings. `migrate` creates them anew after the migrations, so a
 * changed rule needs no migration. `place_bid` and `close_auction` lock the listing first, as every change of a listing
 * does, and then read the clock: nobody else can change the auction while they decide.
 */
export const auctionFunctions = [NEXT_BID, RELEASE_BID, HOLD_BID, PLACE_BID, CLOSE, LAPSE, WIN_STANDS] as const
