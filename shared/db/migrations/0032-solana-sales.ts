import { Migration } from '@mikro-orm/migrations'

/** Sales on Solana: orders with their quotes, the payments that were found on chain, and our share of them in the ledger. */
export class SolanaSales extends Migration {
  override name = '0032-solana-sales'

  override up() {
    for (const statement of [TABLES, RULES, PURCHASES, LEDGER]) this.addSql(statement)
  }
}

const TABLES = `
create table solana_order (
  id uuid primary key,
  purchase_id uuid unique references purchase (id),
  currency text not null check (currency in ('usdc', 'sol')),
  legs jsonb not null,
  reference text not null unique check (length(reference) between 32 and 44),
  memo text not null unique check (length(memo) between 1 and 200),
  expires_at timestamptz not null,
  look_at timestamptz,
  created_at timestamptz not null default now()
) with (fillfactor = 80);
create index solana_order_to_look on solana_order (look_at) where look_at is not null;

create table solana_quote (
  id uuid primary key,
  order_id uuid not null references solana_order (id),
  micro_usd_per_sol bigint not null check (micro_usd_per_sol > 0),
  valid_until timestamptz not null,
  created_at timestamptz not null default now()
);
create index solana_quote_of_order on solana_quote (order_id, valid_until);

create function solana_covers(owed bigint[], received bigint[]) returns boolean language sql immutable as $$
  select cardinality(owed) > 0 and cardinality(owed) = cardinality(received)
    and not exists (select from unnest(owed, received) as leg(owed, received) where leg.owed <= 0 or leg.received < leg.owed)
$$;
create table solana_payment (
  id uuid primary key,
  order_id uuid not null references solana_order (id),
  signature text not null check (length(signature) between 64 and 90),
  verdict text not null check (verdict in ('pays', 'refund', 'wrong')),
  state text not null check (state in ('confirmed', 'final', 'gone')),
  reason text check (length(reason) <= 100),
  payer text,
  slot bigint not null,
  landed_at timestamptz not null,
  owed bigint[] not null,
  received bigint[] not null,
  found_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint solana_payment_decided check ((state = 'confirmed') = (decided_at is null)),
  constraint solana_payment_covers check (verdict = 'wrong' or solana_covers(owed, received)),
  constraint solana_payment_refund_why check (verdict = 'pays' or reason is not null)
) with (fillfactor = 80);
create index solana_payment_of_order on solana_payment (order_id);
create index solana_payment_to_finish on solana_payment (found_at) where state = 'confirmed';
create unique index solana_payment_once on solana_payment (signature) where state <> 'gone';
create unique index solana_payment_one_pays on solana_payment (order_id) where verdict = 'pays' and state <> 'gone';
`

// A purchase is paid by Solana exactly while a payment stands that pays its order; judged when the transaction ends.
const RULES = `
create function solana_change_refused() returns trigger language plpgsql as $$
begin
  raise exception '% on % refused: what was agreed and what the chain showed is kept', tg_op, tg_table_name using errcode = '23514', constraint = 'solana_kept';
end $$;
create trigger solana_order_kept before update on solana_order for each row when (
  (old.id, old.purchase_id, old.currency, old.legs, old.reference, old.memo, old.expires_at) is distinct from
  (new.id, new.purchase_id, new.currency, new.legs, new.reference, new.memo, new.expires_at)
) execute function solana_change_refused();
create trigger solana_order_stays before delete or truncate on solana_order for each statement execute function solana_change_refused();
create trigger solana_quote_kept before update or delete or truncate on solana_quote for each statement execute function solana_change_refused();
create trigger solana_payment_kept before update on solana_payment for each row when (
  (old.id, old.order_id, old.signature, old.verdict, old.payer, old.owed, old.received) is distinct from
  (new.id, new.order_id, new.signature, new.verdict, new.payer, new.owed, new.received)
  or (old.state <> new.state and old.state <> 'confirmed')
) execute function solana_change_refused();
create trigger solana_payment_stays before delete or truncate on solana_payment for each statement execute function solana_change_refused();

create function solana_sale_is_paid() returns trigger language plpgsql as $$
declare
  sale uuid;
begin
  if tg_table_name = 'purchase' then
    sale := new.id;
  else
    select o.purchase_id into sale from solana_order o where o.id = new.order_id;
  end if;
  if exists (
    select from purchase p left join solana_order o on o.purchase_id = p.id
      left join solana_payment y on y.order_id = o.id and y.verdict = 'pays' and y.state <> 'gone'
    where p.id = sale and p.rail = 'solana'
      and (y.id is not null) <> (p.status in ('paid', 'refunded', 'partially_refunded', 'disputed'))
  ) then
    raise exception 'purchase % on Solana is paid exactly while a payment of it stands', sale using errcode = '23514', constraint = 'I50';
  end if;
  return null;
end $$;
create constraint trigger purchase_paid_on_solana after insert or update on purchase deferrable initially deferred for each row
  when (new.rail = 'solana') execute function solana_sale_is_paid();
create constraint trigger solana_payment_pays after insert or update on solana_payment deferrable initially deferred for each row
  when (new.verdict = 'pays') execute function solana_sale_is_paid();
`

// A payment that vanished from the chain takes its day's totals back with `paid_at`.
const PURCHASES = `
create unique index purchase_one_pending on purchase (listing_id, buyer_id, currency) where rail = 'solana' and status = 'pending';

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
  or (old.listing_id, old.listing_version, old.seller_id, old.kind, old.rail, old.currency, old.price_cents, old.fee_bps, old.fee_cents,
      old.seller_cents, old.royalty_bps, old.royalty_cents, old.license_id, old.refund_days, old.resale_allowed, old.delivery_form, old.content_sha256)
    is distinct from
     (new.listing_id, new.listing_version, new.seller_id, new.kind, new.rail, new.currency, new.price_cents, new.fee_bps, new.fee_cents,
      new.seller_cents, new.royalty_bps, new.royalty_cents, new.license_id, new.refund_days, new.resale_allowed, new.delivery_form, new.content_sha256)
  or (old.buyer_id is not null and old.buyer_id is distinct from new.buyer_id)
  or old.refunded_cents > new.refunded_cents
) execute function purchase_change_refused();

create or replace function purchase_counts() returns trigger language plpgsql as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  is_new constant boolean := tg_op = 'INSERT';
  paid constant integer := (new.paid_at is not null)::integer - case when is_new then 0 else (old.paid_at is not null)::integer end;
  delivered constant integer := (new.delivered_at is not null and (is_new or old.delivered_at is null))::integer;
  back constant integer := new.refunded_cents - case when is_new then 0 else old.refunded_cents end;
  fee_back constant integer := case when back = 0 then 0 else new.fee_cents::bigint * new.refunded_cents / new.price_cents
    - case when is_new then 0 else new.fee_cents::bigint * old.refunded_cents / new.price_cents end end;
  is_claimed constant boolean := not is_new and old.buyer_id is null and new.buyer_id is not null;
begin
  if is_new or abs(paid) + delivered + abs(back) > 0 then
    insert into commerce_day as d (user_id, role, day, slot, opened, paid, delivered, refunded, gross_cents, fee_cents, net_cents, refunded_cents)
    values (new.seller_id, 'seller', today, commerce_slot(new.id), is_new::integer, paid, delivered, (back > 0)::integer, paid * new.price_cents,
      paid * new.fee_cents - fee_back, paid * new.seller_cents - (back - fee_back), back)
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

const LEDGER = `
insert into account (id, code, kind, currency) values (31, 'solana_sales', 'market', 'usdc'), (32, 'solana_sales_sol', 'market', 'sol'),
  (33, 'platform_fees_market_sol', 'revenue', 'sol');
`
