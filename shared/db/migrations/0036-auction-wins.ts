import { Migration } from '@mikro-orm/migrations'

/**
 * Auctions that end in money: one purchase for each winning bid, payable on any rail until `pay_until`, strikes of
 * accounts that won and did not pay, and bids that are held on a prepaid key. Bids and lapses are decided in
 * shared/market/auctions/auction-functions.ts.
 */
export class AuctionWins extends Migration {
  override name = '0036-auction-wins'

  override up() {
    for (const statement of [AUCTIONS, PURCHASES, ORDERS, WINS, EVENTS]) this.addSql(statement)
  }
}

// What was sold before this could not be paid: the two days of those winners begin now.
const AUCTIONS = `
alter table auction add column paid_at timestamptz, add column reminders integer not null default 0,
  add column is_second_chance boolean not null default false,
  drop constraint auction_state_check,
  add constraint auction_state_check check (state in ('draft', 'open', 'sold', 'reserve_not_met', 'no_bids', 'voided', 'unpaid')),
  add constraint auction_paid_when check (paid_at is null or state = 'sold');
update auction set pay_until = now() + interval '48 hours' where state = 'sold' and pay_until < now() + interval '48 hours';
create index auction_to_pay on auction (pay_until) where state = 'sold' and paid_at is null;

create table auction_strike (
  listing_id uuid not null references auction (listing_id),
  round integer not null,
  user_id uuid not null references market_user (id),
  account_id uuid not null references market_user (id),
  struck_at timestamptz not null default now(),
  primary key (listing_id, round, user_id)
);
create index auction_strike_of_account on auction_strike (account_id);

alter table bid add column held_account_id bigint references account (id), add column released_at timestamptz,
  add constraint bid_released_hold check (released_at is null or held_account_id is not null);
drop function if exists place_bid(uuid, uuid, integer, uuid, uuid, uuid);
create index bid_held on bid (id) where held_account_id is not null and released_at is null;
`

// A win has one purchase, whatever its rail and currency become before it is paid.
const PURCHASES = `
alter table purchase add column bid_id uuid references bid (id),
  add constraint purchase_of_bid check (bid_id is null or kind = 'auction_win');
create unique index purchase_one_win on purchase (bid_id) where bid_id is not null;
create unique index purchase_one_buy_now on purchase (listing_id, buyer_id) where kind = 'auction_win' and bid_id is null and status = 'pending';
drop index purchase_one_pending;
create unique index purchase_one_pending on purchase (listing_id, buyer_id, currency) where rail = 'solana' and status = 'pending' and kind <> 'auction_win';

create function purchase_rail_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'purchase % keeps its rail and its bid', old.id using errcode = '23514', constraint = 'purchase_states';
end $$;
create trigger purchase_keeps_rail before update on purchase for each row when (
  (old.bid_id is distinct from new.bid_id)
  or ((old.rail, old.currency) is distinct from (new.rail, new.currency)
    and (old.kind <> 'auction_win' or old.status not in ('pending', 'failed', 'expired', 'paid') or new.rail not in ('card', 'solana')))
) execute function purchase_rail_is_kept();

drop trigger purchase_states on purchase;
create trigger purchase_states before update on purchase for each row when (
  (old.status <> new.status and (old.status, new.status) not in (
    ('pending', 'paid'), ('pending', 'failed'), ('pending', 'expired'), ('pending', 'canceled'),
    ('failed', 'pending'), ('failed', 'paid'), ('expired', 'paid'),
    ('paid', 'failed'), ('paid', 'refunded'), ('paid', 'partially_refunded'), ('paid', 'disputed'),
    ('partially_refunded', 'refunded'), ('partially_refunded', 'disputed'),
    ('disputed', 'paid'), ('disputed', 'partially_refunded'), ('disputed', 'refunded')))
  or (old.delivery_status <> new.delivery_status and (old.delivery_status, new.delivery_status) not in (
    ('none', 'awaiting'), ('none', 'delivered'), ('awaiting', 'delivered'), ('awaiting', 'confirmed'), ('awaiting', 'failed'),
    ('delivered', 'confirmed')))
  or (old.listing_id, old.listing_version, old.seller_id, old.kind, old.price_cents, old.fee_bps, old.fee_cents,
      old.seller_cents, old.royalty_bps, old.royalty_cents, old.license_id, old.refund_days, old.resale_allowed, old.delivery_form, old.content_sha256)
    is distinct from
     (new.listing_id, new.listing_version, new.seller_id, new.kind, new.price_cents, new.fee_bps, new.fee_cents,
      new.seller_cents, new.royalty_bps, new.royalty_cents, new.license_id, new.refund_days, new.resale_allowed, new.delivery_form, new.content_sha256)
  or (old.buyer_id is not null and old.buyer_id is distinct from new.buyer_id)
  or old.refunded_cents > new.refunded_cents
) execute function purchase_change_refused();
`

// A win may be paid in USDC or in SOL, so its purchase may have an order of each.
const ORDERS = `
alter table solana_order drop constraint solana_order_purchase_id_key, add constraint solana_order_one_each unique (purchase_id, currency);

create or replace function solana_sale_is_paid() returns trigger language plpgsql as $$
declare
  sale uuid;
begin
  if tg_table_name = 'purchase' then
    sale := new.id;
  else
    select o.purchase_id into sale from solana_order o where o.id = new.order_id;
  end if;
  if exists (
    select from purchase p where p.id = sale and p.rail = 'solana'
      and (p.status in ('paid', 'refunded', 'partially_refunded', 'disputed')) <> exists (
        select from solana_order o join solana_payment y on y.order_id = o.id where o.purchase_id = p.id and y.verdict = 'pays' and y.state <> 'gone')
  ) then
    raise exception 'purchase % on Solana is paid exactly while a payment of it stands', sale using errcode = '23514', constraint = 'I50';
  end if;
  return null;
end $$;
`

// Whoever marks a win paid makes the auction paid in the same statement; a second one, or one that lapsed, is refused here.
const WINS = `
create function win_is_paid() returns trigger language plpgsql as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  if new.paid_at is null then
    update auction set paid_at = null where listing_id = new.listing_id and state = 'sold' and winner_id = new.buyer_id
      and winning_bid_id is not distinct from new.bid_id;
    return null;
  end if;
  if new.bid_id is not null then
    update auction set paid_at = moment where listing_id = new.listing_id and state = 'sold' and winning_bid_id = new.bid_id and paid_at is null;
  else
    update auction set state = 'sold', winner_id = new.buyer_id, pay_until = moment + interval '48 hours', closed_at = moment, paid_at = moment
      where listing_id = new.listing_id and paid_at is null and ((state = 'open' and bid_count = 0 and buy_now_cents = new.price_cents)
        or (state = 'sold' and winning_bid_id is null and winner_id = new.buyer_id));
  end if;
  if not found then
    raise exception 'purchase % pays an auction that it has not won, or that is paid', new.id using errcode = '23514', constraint = 'I54';
  end if;
  return null;
end $$;
create trigger purchase_pays_win after update of paid_at on purchase for each row
  when (new.kind = 'auction_win' and (old.paid_at is null) <> (new.paid_at is null)) execute function win_is_paid();
`

const EVENTS = `
create function auction_money_tells() returns trigger language plpgsql as $$
declare
  seller constant uuid := (select owner_id from listing where id = new.listing_id);
  facts constant jsonb := jsonb_build_object('listing_id', public_id('lst', new.listing_id),
    'pay_until', to_char(coalesce(new.pay_until, old.pay_until) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
begin
  if new.reminders > old.reminders then perform tell_user(new.winner_id, 'auction.payment_due', facts); end if;
  if old.state = 'sold' and new.winner_id is distinct from old.winner_id then
    perform tell_user(old.winner_id, 'auction.unpaid', facts || '{"role": "winner"}');
    perform tell_user(seller, 'auction.unpaid', facts || jsonb_build_object('role', 'seller', 'is_second_chance', new.winner_id is not null));
  end if;
  return null;
end $$;
create trigger auction_money_told after update on auction for each row when (
  new.reminders > old.reminders or (old.state = 'sold' and new.winner_id is distinct from old.winner_id)
) execute function auction_money_tells();
`
