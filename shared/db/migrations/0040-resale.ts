import { Migration } from '@mikro-orm/migrations'

/**
 * Resale: offers of what was bought, and the licence that moves with the sale of one. Whatever the rail, the statement
 * that pays a resale ends the offer and the licence of the one who sold, or fails.
 */
export class Resale extends Migration {
  override name = '0040-resale'

  override up() {
    for (const statement of [TABLES, MOVING, RULES, COUNTS, EVENTS]) this.addSql(statement)
  }
}

const TABLES = `
create table resale_offer (
  id uuid primary key,
  purchase_id uuid not null references purchase (id),
  listing_id uuid not null references listing (id),
  seller_id uuid not null references market_user (id),
  price_cents integer not null check (price_cents between 50 and 100000000),
  note text check (length(note) <= 500),
  state text not null default 'active' check (state in ('active', 'sold', 'canceled', 'expired')),
  expires_at timestamptz,
  is_hidden boolean not null default false,
  reserved_for uuid references purchase (id),
  reserved_until timestamptz,
  sale_id uuid references purchase (id),
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint resale_offer_ended check ((state = 'active') = (ended_at is null)),
  constraint resale_offer_reserved check ((reserved_for is null) = (reserved_until is null) and (reserved_for is null or state = 'active')),
  constraint resale_offer_sold check ((state = 'sold') = (sale_id is not null))
) with (fillfactor = 80);
create unique index resale_offer_one_active on resale_offer (purchase_id) where state = 'active';
create index resale_offer_by_price on resale_offer (price_cents, id) where state = 'active' and not is_hidden;
create index resale_offer_newest on resale_offer (id desc) where state = 'active' and not is_hidden;
create index resale_offer_of_listing on resale_offer (listing_id, price_cents, id) where state = 'active' and not is_hidden;
create index resale_offer_of_purchase on resale_offer (purchase_id, id desc);
create index resale_offer_of_seller on resale_offer (seller_id, price_cents, id) where state = 'active' and not is_hidden;
create index resale_offer_to_expire on resale_offer (expires_at) where state = 'active' and expires_at is not null;

alter table purchase add column resale_offer_id uuid references resale_offer (id), add column royalty_to uuid references market_user (id),
  add column resold_as uuid references purchase (id);
`

// A wrapped purchase is neither listed nor sold; whoever adds wraps answers this. Locks go from the purchase that is sold
// on to its offer, in every statement. When the sale of an offer is undone, its seller holds the licence again, unless the
// buyer has sold it on; a payment that the chain lost may land again, so its offer waits for it.
const MOVING = `
create function purchase_is_wrapped(of_purchase uuid) returns boolean language plpgsql stable as $$ begin return false; end $$;

create function may_be_resold(of_purchase uuid) returns boolean language plpgsql as $$
begin
  return exists (
    select from purchase h where h.id = of_purchase and h.resold_as is null and h.status in ('paid', 'partially_refunded')
      and h.delivery_status in ('delivered', 'confirmed') and not purchase_is_wrapped(h.id)
      and not exists (select from solana_refund r where r.purchase_id = h.id and r.settled_at is null)
      and not exists (select from solana_order o join solana_payment y on y.order_id = o.id
        where o.purchase_id = h.id and y.verdict = 'pays' and y.state = 'confirmed')
      and not exists (select from card_refund r where r.purchase_id = h.id and r.state = 'asked'));
end $$;

create function resale_stands(sale uuid) returns boolean language plpgsql as $$
begin
  return exists (
    select from purchase n join resale_offer o on o.id = n.resale_offer_id join purchase h on h.id = o.purchase_id
    where n.id = sale and o.state = 'active' and o.price_cents = n.price_cents and o.seller_id = n.seller_id
      and (o.reserved_for is null or o.reserved_for = n.id or o.reserved_until <= now())
      and h.buyer_id = o.seller_id and may_be_resold(h.id));
end $$;

create function note_purchase(of_purchase uuid, what text, why text) returns void language sql as $$
  insert into purchase_event (purchase_id, nth, event, actor, reason, status, delivery_status)
  select p.id, (select coalesce(max(e.nth), 0) + 1 from purchase_event e where e.purchase_id = p.id), what, 'platform', why, p.status, p.delivery_status
  from purchase p where p.id = of_purchase
$$;

create function resale_refused(sale uuid) returns void language plpgsql as $$
begin
  raise exception 'purchase % buys what its seller does not hold or offers', sale using errcode = '23514', constraint = 'I65';
end $$;

create function move_license(sale purchase) returns void language plpgsql as $$
declare
  source constant uuid := (select purchase_id from resale_offer where id = sale.resale_offer_id);
  moment constant timestamptz := clock_timestamp();
begin
  perform from purchase where id = source for update;
  update resale_offer set state = 'sold', sale_id = sale.id, reserved_for = null, reserved_until = null, ended_at = moment, updated_at = moment
    where id = sale.resale_offer_id and state = 'active' and price_cents = sale.price_cents and seller_id = sale.seller_id
      and (reserved_for is null or reserved_for = sale.id or reserved_until <= moment);
  if not found then perform resale_refused(sale.id); end if;
  update purchase set resold_as = sale.id, updated_at = moment
    where id = source and buyer_id = sale.seller_id and may_be_resold(id);
  if not found then perform resale_refused(sale.id); end if;
  update license_activation set ended_at = moment where purchase_id = source and ended_at is null;
  perform note_purchase(source, 'resold', 'The licence moved to ' || public_id('pur', sale.id) || '.');
  perform note_purchase(sale.id, 'license_moved', 'The licence came from ' || public_id('pur', source) || '.');
end $$;

create function return_license(sale purchase, may_come_again boolean) returns void language plpgsql as $$
declare
  source constant uuid := (select purchase_id from resale_offer where id = sale.resale_offer_id);
begin
  if sale.resold_as is not null then return; end if;
  perform from purchase where id = source for update;
  update purchase set resold_as = null, updated_at = clock_timestamp() where id = source and resold_as = sale.id;
  if not found then return; end if;
  update license_activation set ended_at = clock_timestamp() where purchase_id = sale.id and ended_at is null;
  if may_come_again then
    update resale_offer set state = 'active', sale_id = null, ended_at = null, reserved_for = sale.id, reserved_until = now() + interval '10 minutes'
      where id = sale.resale_offer_id;
  else
    update resale_offer set state = 'canceled', sale_id = null, updated_at = now() where id = sale.resale_offer_id;
  end if;
  perform note_purchase(source, 'license_returned', 'The licence came back from ' || public_id('pur', sale.id) || '.');
  perform note_purchase(sale.id, 'license_returned', 'The licence went back to ' || public_id('pur', source) || '.');
end $$;
`

// Offers of a listing that is in review are hidden with it. The offer is locked after the purchase that it sells. A pending sale keeps it for its buyer, and two minutes more for a
// transaction that was signed in time.
const RULES = `
create function resale_begins() returns trigger language plpgsql as $$
declare
  offer resale_offer;
begin
  perform from purchase where id = (select purchase_id from resale_offer where id = new.resale_offer_id) for update;
  select * into offer from resale_offer where id = new.resale_offer_id for update;
  if offer.id is null or new.kind <> 'resale' or offer.state <> 'active' or offer.reserved_until > clock_timestamp()
    or (offer.listing_id, offer.seller_id, offer.price_cents) is distinct from (new.listing_id, new.seller_id, new.price_cents)
    or (new.royalty_cents > 0) <> (new.royalty_to is not null) then
    perform resale_refused(new.id);
  end if;
  if new.paid_at is not null then
    perform move_license(new);
  else
    update resale_offer set reserved_for = new.id, reserved_until = new.expires_at + interval '2 minutes', updated_at = now() where id = offer.id;
  end if;
  return null;
end $$;
create trigger purchase_begins_resale after insert on purchase for each row
  when (new.kind = 'resale' or new.resale_offer_id is not null or new.royalty_cents > 0) execute function resale_begins();

create function resale_goes_on() returns trigger language plpgsql as $$
begin
  if new.status = 'paid' and old.status in ('pending', 'failed', 'expired') then
    perform move_license(new);
  elsif new.status = 'failed' and old.status = 'paid' then
    perform return_license(new, true);
  elsif new.status = 'refunded' then
    perform return_license(new, false);
  elsif new.status = 'canceled' then
    update resale_offer set reserved_for = null, reserved_until = null, updated_at = now() where id = new.resale_offer_id and reserved_for = new.id;
  end if;
  return null;
end $$;
create trigger purchase_moves_license after update of status on purchase for each row
  when (new.resale_offer_id is not null and old.status <> new.status) execute function resale_goes_on();

create function resale_offer_falls() returns trigger language plpgsql as $$
begin
  update resale_offer set state = 'canceled', reserved_for = null, reserved_until = null, ended_at = now(), updated_at = now()
    where purchase_id = new.id and state = 'active';
  return null;
end $$;
create trigger purchase_ends_offer after update of status on purchase for each row
  when (old.status <> new.status and new.status in ('refunded', 'disputed', 'failed')) execute function resale_offer_falls();

create function resale_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and erases_account() then return new; end if;
  raise exception '% on % refused: what was offered and sold on is kept', tg_op, tg_table_name using errcode = '23514', constraint = 'resale_kept';
end $$;
create trigger purchase_keeps_resale before update on purchase for each row when (
  (old.resale_offer_id, old.royalty_to) is distinct from (new.resale_offer_id, new.royalty_to)
  or (old.resold_as is not null and new.resold_as is not null and old.resold_as <> new.resold_as)
) execute function resale_is_kept();
create trigger resale_offer_kept before update on resale_offer for each row when (
  (old.id, old.purchase_id, old.listing_id, old.seller_id) is distinct from (new.id, new.purchase_id, new.listing_id, new.seller_id)
  or (old.state <> new.state and old.state <> 'active' and (old.state, new.state) not in (('sold', 'active'), ('sold', 'canceled')))
  or (old.state <> 'active' and (old.price_cents, old.note) is distinct from (new.price_cents, new.note))
) execute function resale_is_kept();
create function resale_offer_is_hidden() returns trigger language plpgsql as $$
begin
  new.is_hidden := exists (select from listing l where l.id = new.listing_id and l.hidden_at is not null);
  return new;
end $$;
create trigger resale_offer_hidden before insert on resale_offer for each row execute function resale_offer_is_hidden();
create function listing_hides_offers() returns trigger language plpgsql as $$
begin
  update resale_offer set is_hidden = new.hidden_at is not null where listing_id = new.id and state = 'active';
  return null;
end $$;
create trigger listing_hides_offers after update of hidden_at on listing for each row
  when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function listing_hides_offers();
create trigger resale_offer_stays before delete or truncate on resale_offer for each statement execute function resale_is_kept();
create trigger resale_offer_not_of_leaving before insert on resale_offer for each row execute function refuse_leaving('seller_id');
`

// The net of a refunded resale is what its seller kept of it: the royalty went to the maker.
const COUNTS = `
create or replace function purchase_counts() returns trigger language plpgsql as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  is_new constant boolean := tg_op = 'INSERT';
  paid constant integer := (new.paid_at is not null)::integer - case when is_new then 0 else (old.paid_at is not null)::integer end;
  delivered constant integer := (new.delivered_at is not null and (is_new or old.delivered_at is null))::integer;
  back constant integer := new.refunded_cents - case when is_new then 0 else old.refunded_cents end;
  fee_back constant integer := case when back = 0 then 0 else new.fee_cents::bigint * new.refunded_cents / new.price_cents
    - case when is_new then 0 else new.fee_cents::bigint * old.refunded_cents / new.price_cents end end;
  royalty_back constant integer := case when back = 0 then 0 else new.royalty_cents::bigint * new.refunded_cents / new.price_cents
    - case when is_new then 0 else new.royalty_cents::bigint * old.refunded_cents / new.price_cents end end;
  is_claimed constant boolean := not is_new and old.buyer_id is null and new.buyer_id is not null;
begin
  if is_new or abs(paid) + delivered + abs(back) > 0 then
    insert into commerce_day as d (user_id, role, day, slot, opened, paid, delivered, refunded, gross_cents, fee_cents, net_cents, refunded_cents)
    values (new.seller_id, 'seller', today, commerce_slot(new.id), is_new::integer, paid, delivered, (back > 0)::integer, paid * new.price_cents,
      paid * new.fee_cents - fee_back, paid * new.seller_cents - (back - fee_back - royalty_back), back)
    on conflict (user_id, role, day, slot) do update set opened = d.opened + excluded.opened, paid = d.paid + excluded.paid,
      delivered = d.delivered + excluded.delivered, refunded = d.refunded + excluded.refunded, gross_cents = d.gross_cents + excluded.gross_cents,
      fee_cents = d.fee_cents + excluded.fee_cents, net_cents = d.net_cents + excluded.net_cents, refunded_cents = d.refunded_cents + excluded.refunded_cents;
  end if;
  if new.buyer_id is not null and (is_new or is_claimed or abs(paid) + delivered + abs(back) > 0) then
    insert into commerce_day as d (user_id, role, day, slot, opened, paid, delivered, refunded, gross_cents, refunded_cents)
    values (new.buyer_id, 'buyer', today, 0, (is_new or is_claimed)::integer,
      case when is_claimed then (new.paid_at is not null)::integer else paid end,
      case when is_claimed then (new.delivered_at is not null)::integer else delivered end,
      case when is_claimed then (new.refunded_cents > 0)::integer else (back > 0)::integer end,
      case when is_claimed then (new.paid_at is not null)::integer else paid end * new.price_cents,
      case when is_claimed then new.refunded_cents else back end)
    on conflict (user_id, role, day, slot) do update set opened = d.opened + excluded.opened, paid = d.paid + excluded.paid,
      delivered = d.delivered + excluded.delivered, refunded = d.refunded + excluded.refunded, gross_cents = d.gross_cents + excluded.gross_cents,
      refunded_cents = d.refunded_cents + excluded.refunded_cents;
  end if;
  return null;
end $$;
`

const EVENTS = `
create function resale_tells() returns trigger language plpgsql as $$
declare
  facts constant jsonb := jsonb_build_object('resale_offer_id', public_id('rof', new.id), 'purchase_id', public_id('pur', new.purchase_id),
    'listing_id', public_id('lst', new.listing_id), 'price_cents', new.price_cents);
  sale purchase;
begin
  if new.state = 'sold' then
    select * into sale from purchase where id = new.sale_id;
    perform tell_user(new.seller_id, 'resale.sold', facts || jsonb_build_object('sale_purchase_id', public_id('pur', sale.id), 'rail', sale.rail,
      'royalty_cents', sale.royalty_cents, 'fee_cents', sale.fee_cents, 'you_receive_cents', sale.seller_cents));
    if sale.royalty_to is not null then
      perform tell_user(sale.royalty_to, 'resale.royalty', facts - 'purchase_id' || jsonb_build_object('rail', sale.rail, 'royalty_cents', sale.royalty_cents));
    end if;
    return null;
  end if;
  perform tell_user(new.seller_id, case new.state when 'active' then 'resale.listed' when 'expired' then 'resale.expired' else 'resale.canceled' end, facts);
  return null;
end $$;
create trigger resale_offer_told_new after insert on resale_offer for each row execute function resale_tells();
create trigger resale_offer_told after update on resale_offer for each row
  when (old.state <> new.state or (new.state = 'active' and old.price_cents <> new.price_cents)) execute function resale_tells();
`
