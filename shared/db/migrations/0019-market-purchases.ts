import { Migration } from '@mikro-orm/migrations'

/** Purchases of listings with their timelines, what sellers are owed, and the accounts of the ledger for both. */
export class MarketPurchases extends Migration {
  override name = '0019-market-purchases'

  override up() {
    for (const statement of [PURCHASES, PAYABLES, RULES, LEDGER]) this.addSql(statement)
  }
}

const PURCHASES = `
create table purchase (
  id uuid primary key,
  listing_id uuid not null references listing (id),
  listing_version integer not null check (listing_version > 0),
  seller_id uuid not null references market_user (id),
  buyer_id uuid references market_user (id),
  kind text not null check (kind in ('fixed', 'auction_win', 'free', 'resale')),
  status text not null check (status in ('pending', 'paid', 'failed', 'expired', 'canceled', 'refunded', 'partially_refunded', 'disputed')),
  delivery_status text not null default 'none' check (delivery_status in ('none', 'awaiting', 'delivered', 'confirmed', 'failed')),
  rail text not null check (rail in ('free', 'prepaid', 'x402', 'card', 'solana')),
  currency text not null check (currency in ('usd', 'usdc', 'sol')),
  price_cents integer not null check (price_cents between 0 and 100000000),
  fee_bps integer not null check (fee_bps between 0 and 10000),
  fee_cents integer not null,
  seller_cents integer not null,
  royalty_bps integer not null check (royalty_bps between 0 and 1000),
  royalty_cents integer not null default 0,
  license_id text not null,
  refund_days integer not null check (refund_days in (0, 7, 14, 30)),
  resale_allowed boolean not null,
  delivery_form text not null check (delivery_form in ('hosted', 'link', 'by_seller')),
  content_sha256 text,
  delivery_url text check (length(delivery_url) <= 2000 and delivery_url like 'https://%'),
  payer_account_id bigint,
  payer_network text,
  payer_wallet text,
  is_counted boolean not null default true,
  refunded_cents integer not null default 0,
  refund_key_id text,
  refund_asked_at timestamptz,
  refund_reason text check (length(refund_reason) <= 500),
  expires_at timestamptz,
  paid_at timestamptz,
  delivered_at timestamptz,
  refundable_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint purchase_delivered_since check ((delivery_status in ('delivered', 'confirmed')) <= (delivered_at is not null)),
  constraint purchase_delivers check ((delivery_form = 'hosted') = (content_sha256 is not null)),
  constraint purchase_free check ((price_cents = 0) = (rail = 'free') and (rail <> 'free' or buyer_id is not null)),
  constraint purchase_of_another check (buyer_id <> seller_id),
  constraint purchase_paid_since check (status in ('pending', 'failed', 'expired', 'canceled') or paid_at is not null),
  constraint purchase_refunded check (case status when 'refunded' then refunded_cents = price_cents when 'partially_refunded' then refunded_cents > 0 and refunded_cents < price_cents when 'disputed' then refunded_cents between 0 and price_cents else refunded_cents = 0 end),
  constraint purchase_split check (fee_cents >= 0 and seller_cents >= 0 and royalty_cents >= 0 and fee_cents + seller_cents + royalty_cents = price_cents)
) with (fillfactor = 80);
create index purchase_of_buyer on purchase (buyer_id, id desc) where buyer_id is not null;
create index purchase_of_listing on purchase (listing_id, id desc);
create index purchase_of_seller on purchase (seller_id, id desc);
create index purchase_to_expire on purchase (expires_at) where status = 'pending';
create unique index purchase_one_free on purchase (listing_id, buyer_id) where rail = 'free';

create table purchase_event (
  purchase_id uuid not null references purchase (id),
  nth integer not null check (nth > 0),
  at timestamptz not null default now(),
  event text not null,
  actor text not null check (actor in ('buyer', 'seller', 'platform', 'operator')),
  reason text check (length(reason) <= 500),
  status text not null check (status in ('pending', 'paid', 'failed', 'expired', 'canceled', 'refunded', 'partially_refunded', 'disputed')),
  delivery_status text not null check (delivery_status in ('none', 'awaiting', 'delivered', 'confirmed', 'failed')),
  primary key (purchase_id, nth)
);
`

const PAYABLES = `
create table payable (
  id uuid primary key,
  purchase_id uuid references purchase (id),
  source text not null check (source in ('listing', 'endpoint', 'royalty', 'job')),
  seller_id uuid not null references market_user (id),
  amount bigint not null check (amount <> 0),
  currency text not null check (currency in ('usdc', 'sol')),
  due_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'due', 'in_payout', 'paid', 'canceled')),
  payout_id uuid,
  created_at timestamptz not null default now(),
  constraint payable_due_at check (state in ('waiting', 'canceled') or due_at is not null),
  constraint payable_in_payout check ((state in ('in_payout', 'paid')) = (payout_id is not null))
) with (fillfactor = 80);
create index payable_open on payable (seller_id, currency) where state in ('waiting', 'due', 'in_payout');
create index payable_of_payout on payable (payout_id) where payout_id is not null;
create index payable_of_purchase on payable (purchase_id) where purchase_id is not null;
create index payable_of_seller on payable (seller_id, id desc);
create index payable_to_pay on payable (due_at) where state in ('waiting', 'due');
create unique index payable_one_debt on payable (purchase_id, source, seller_id) where purchase_id is not null and amount < 0;
create unique index payable_one_share on payable (purchase_id, source, seller_id) where purchase_id is not null and amount > 0;
`

// Transitions of a purchase are those of shared/market/purchases/transitions.rules.ts; a test compares them.
const RULES = `
create function purchase_change_refused() returns trigger language plpgsql as $$
begin
  raise exception 'purchase % may not go from % and % to % and %, nor change its terms', old.id, old.status, old.delivery_status, new.status, new.delivery_status
    using errcode = '23514', constraint = 'purchase_states';
end $$;
create trigger purchase_states before update on purchase for each row when (
  (old.status <> new.status and (old.status, new.status) not in (
    ('pending', 'paid'), ('pending', 'failed'), ('pending', 'expired'), ('pending', 'canceled'),
    ('failed', 'pending'), ('failed', 'paid'), ('expired', 'paid'),
    ('paid', 'refunded'), ('paid', 'partially_refunded'), ('paid', 'disputed'),
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
create function purchase_is_kept() returns trigger language plpgsql as $$
begin
  raise exception '% on % refused: sales and their timelines are kept', tg_op, tg_table_name using errcode = '23514', constraint = 'purchase_kept';
end $$;
create trigger purchase_kept before delete or truncate on purchase for each statement execute function purchase_is_kept();
create trigger purchase_event_kept before update or delete or truncate on purchase_event for each statement execute function purchase_is_kept();

create function payable_change_refused() returns trigger language plpgsql as $$
begin
  raise exception 'payable % may not go from % to %, nor change its amount', old.id, old.state, new.state using errcode = '23514', constraint = 'payable_states';
end $$;
create trigger payable_states before update on payable for each row when (
  (old.state <> new.state and (old.state, new.state) not in (
    ('waiting', 'due'), ('waiting', 'canceled'), ('due', 'canceled'), ('due', 'in_payout'), ('in_payout', 'due'), ('in_payout', 'paid')))
  or (old.purchase_id, old.source, old.seller_id, old.amount, old.currency) is distinct from
     (new.purchase_id, new.source, new.seller_id, new.amount, new.currency)
) execute function payable_change_refused();
create trigger payable_kept before delete or truncate on payable for each statement execute function purchase_is_kept();

create function ledger_one_currency() returns trigger language plpgsql as $$
begin
  if not exists (select from transfer t, account a where t.id = new.transfer_id and a.id = new.account_id and t.currency = new.currency and a.currency = new.currency) then
    raise exception 'an entry has the currency of its transfer and of its account' using errcode = '23514', constraint = 'I27';
  end if;
  return null;
end $$;
create trigger entry_currency after insert on entry for each row when (new.currency <> 'usdc') execute function ledger_one_currency();
`

// An account of each seller is made with the first sale: seller_payable:<user id>, or seller_payable:<user id>:sol.
const LEDGER = `
alter table account drop constraint account_kind_check;
alter table account add constraint account_kind_check check (kind in ('wallet', 'promo', 'revenue', 'equity', 'clearing', 'unearned', 'payable', 'market', 'treasury'));
create unique index transfer_one_market_step on transfer (call_id, reason) where reason like 'market:%';
insert into account (id, code, kind, currency) values
  (11, 'market_clearing', 'market', 'usdc'),
  (12, 'platform_fees_market', 'revenue', 'usdc'),
  (13, 'royalties', 'payable', 'usdc'),
  (14, 'treasury_usdc', 'treasury', 'usdc'),
  (15, 'treasury_sol', 'treasury', 'sol');
`
