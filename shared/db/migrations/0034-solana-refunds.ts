import { Migration } from '@mikro-orm/migrations'

/** Refunds of payments on Solana, payouts in SOL, and orders by which sellers pay their part of a refund back. */
export class SolanaRefunds extends Migration {
  override name = '0034-solana-refunds'

  override up() {
    for (const statement of [PAYOUTS, TABLE, ORDERS, RULES, EVENTS]) this.addSql(statement)
  }
}

const PAYOUTS = `
alter table payout drop constraint payout_currency_check, add constraint payout_currency_check check (currency in ('usdc', 'sol'));
alter table payable drop constraint payable_source_check,
  add constraint payable_source_check check (source in ('listing', 'endpoint', 'royalty', 'job', 'refund'));
insert into account (id, code, kind, currency) values (34, 'refunds:sol', 'payable', 'sol');
create index solana_payment_to_refund on solana_payment (found_at) where verdict = 'refund' and state = 'final';
`

const TABLE = `
create table solana_refund (
  payment_id uuid primary key references solana_payment (id),
  purchase_id uuid references purchase (id),
  seller_id uuid references market_user (id),
  wallet text not null check (length(wallet) between 32 and 44),
  currency text not null check (currency in ('usdc', 'sol')),
  platform_amount bigint not null check (platform_amount >= 0),
  seller_amount bigint not null check (seller_amount >= 0),
  given_by text not null check (given_by in ('seller', 'operator', 'platform')),
  reason text check (length(reason) <= 500),
  seller_paid_by text check (seller_paid_by in ('payables', 'transaction')),
  payout_id uuid unique references payout (id),
  seller_payout_id uuid unique references payout (id),
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint solana_refund_of_something check (platform_amount + seller_amount > 0),
  constraint solana_refund_of_seller check ((seller_id is not null) = (purchase_id is not null)),
  constraint solana_refund_settled check (
    case when settled_at is null then seller_paid_by is null
      else (seller_amount > 0) = (seller_paid_by is not null) and (platform_amount > 0) = (payout_id is not null) end
    and (seller_payout_id is not null) = (seller_paid_by is not distinct from 'payables'))
) with (fillfactor = 80);
create index solana_refund_due on solana_refund (seller_id) where settled_at is null;
create index solana_refund_of_purchase on solana_refund (purchase_id) where purchase_id is not null;
`

// An order with a refund_id is what a seller has to pay back: one leg to the wallet that paid. Another order may follow.
const ORDERS = `
alter table solana_order add column refund_id uuid unique references solana_refund (payment_id), drop constraint solana_order_of_one,
  add constraint solana_order_of_one check (num_nonnulls(purchase_id, boost_id, refund_id) = 1);
drop trigger solana_order_kept on solana_order;
create trigger solana_order_kept before update on solana_order for each row when (
  (old.id, old.purchase_id, old.boost_id, old.refund_id, old.currency, old.legs, old.reference, old.memo, old.expires_at) is distinct from
  (new.id, new.purchase_id, new.boost_id, new.refund_id, new.currency, new.legs, new.reference, new.memo, new.expires_at)
) execute function solana_change_refused();
`

// A refund gives back what a final payment moved, no more; a purchase on Solana is refunded when its payment is.
const RULES = `
create trigger solana_refund_kept before update on solana_refund for each row when (
  (old.payment_id, old.purchase_id, old.seller_id, old.wallet, old.currency, old.platform_amount, old.seller_amount, old.given_by) is distinct from
  (new.payment_id, new.purchase_id, new.seller_id, new.wallet, new.currency, new.platform_amount, new.seller_amount, new.given_by)
  or (old.settled_at is not null and old is distinct from new) or (old.payout_id is not null and old.payout_id is distinct from new.payout_id)
) execute function solana_change_refused();
create trigger solana_refund_stays before delete or truncate on solana_refund for each statement execute function solana_change_refused();

create function solana_refund_is_of_payment() returns trigger language plpgsql as $$
begin
  if not exists (
    select from solana_payment y join solana_order o on o.id = y.order_id left join purchase p on p.id = o.purchase_id
    where y.id = new.payment_id and y.verdict in ('pays', 'refund') and y.state = 'final' and o.refund_id is null
      and (o.purchase_id, p.seller_id, y.payer, o.currency) is not distinct from (new.purchase_id, new.seller_id, new.wallet, new.currency)
      and (new.platform_amount, new.seller_amount) = (
        select coalesce(sum(y.owed[leg.nth]) filter (where leg.leg->>'role' = 'platform'), 0), coalesce(sum(y.owed[leg.nth]) filter (where leg.leg->>'role' <> 'platform'), 0)
        from jsonb_array_elements(o.legs) with ordinality as leg(leg, nth))
  ) then
    raise exception 'refund % is not of a final payment and what it moved', new.payment_id using errcode = '23514', constraint = 'I53';
  end if;
  return null;
end $$;
create trigger solana_refund_of_payment after insert on solana_refund for each row execute function solana_refund_is_of_payment();

create function solana_sale_is_refunded() returns trigger language plpgsql as $$
begin
  if (select status = 'refunded' from purchase where id = new.id) <> exists (
    select from solana_refund r join solana_payment y on y.id = r.payment_id
    where r.purchase_id = new.id and y.verdict = 'pays' and y.state = 'final' and r.settled_at is not null
  ) then
    raise exception 'purchase % on Solana is refunded exactly when its payment was given back', new.id using errcode = '23514', constraint = 'I53';
  end if;
  return null;
end $$;
create constraint trigger purchase_refunded_on_solana after update of status on purchase deferrable initially deferred for each row
  when (new.rail = 'solana') execute function solana_sale_is_refunded();
`

// Told when the transaction ends: a refund that the seller's payables cover is never due.
const EVENTS = `
create function solana_refund_tells() returns trigger language plpgsql as $$
declare
  sale purchase;
  facts jsonb;
begin
  select * into sale from purchase where id = new.purchase_id;
  if sale.id is null or exists (select from solana_refund where payment_id = new.payment_id and settled_at is not null) then return null; end if;
  facts := jsonb_build_object('purchase_id', public_id('pur', sale.id), 'listing_id', public_id('lst', sale.listing_id), 'currency', new.currency,
    'seller_amount', new.seller_amount::text, 'platform_amount', new.platform_amount::text, 'reason', new.reason);
  perform tell_user(sale.seller_id, 'purchase.refund_due', facts || '{"role": "seller"}');
  perform tell_user(sale.buyer_id, 'purchase.refund_due', facts || '{"role": "buyer"}');
  return null;
end $$;
create constraint trigger solana_refund_told after insert on solana_refund deferrable initially deferred for each row execute function solana_refund_tells();
`
