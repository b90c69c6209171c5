import { Migration } from '@mikro-orm/migrations'

/** Boosted places of listings, paid on Solana. */
export class Boosts extends Migration {
  override name = '0033-boosts'

  override up() {
    for (const statement of [TABLE, ORDERS]) this.addSql(statement)
  }
}

const TABLE = `
create table boost (
  id uuid primary key,
  listing_id uuid not null references listing (id),
  owner_id uuid not null references market_user (id),
  tier_id text not null,
  currency text not null check (currency in ('usdc', 'sol')),
  hours integer not null check (hours > 0),
  price_cents integer not null check (price_cents > 0),
  status text not null default 'pending' check (status in ('pending', 'paid', 'expired', 'failed')),
  starts_at timestamptz,
  ends_at timestamptz,
  expires_at timestamptz not null,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  constraint boost_paid_since check ((status = 'paid') = (paid_at is not null)),
  constraint boost_runs check ((starts_at is null) = (ends_at is null) and (starts_at is null or status = 'paid'))
) with (fillfactor = 80);
create index boost_of_listing on boost (listing_id) where status = 'paid';
create index boost_to_start on boost (paid_at) where status = 'paid' and starts_at is null;
create index boost_to_expire on boost (expires_at) where status = 'pending';
create unique index boost_one_pending on boost (listing_id, tier_id, currency) where status = 'pending';
`

// An order is of a purchase or of a boost. A boost is paid exactly while a payment of it stands.
const ORDERS = `
alter table solana_order add column boost_id uuid unique references boost (id);
alter table solana_order add constraint solana_order_of_one check ((purchase_id is null) <> (boost_id is null));

create function boost_is_paid() returns trigger language plpgsql as $$
declare
  bought uuid;
begin
  if tg_table_name = 'boost' then
    bought := new.id;
  else
    select o.boost_id into bought from solana_order o where o.id = new.order_id;
  end if;
  if exists (
    select from boost b left join solana_order o on o.boost_id = b.id
      left join solana_payment y on y.order_id = o.id and y.verdict = 'pays' and y.state <> 'gone'
    where b.id = bought and (y.id is not null) <> (b.status = 'paid')
  ) then
    raise exception 'boost % is paid exactly while a payment of it stands', bought using errcode = '23514', constraint = 'I52';
  end if;
  return null;
end $$;
create constraint trigger boost_paid_on_solana after insert or update on boost deferrable initially deferred for each row execute function boost_is_paid();
create constraint trigger solana_payment_boosts after insert or update on solana_payment deferrable initially deferred for each row
  when (new.verdict = 'pays') execute function boost_is_paid();
create trigger boost_stays before delete or truncate on boost for each statement execute function solana_change_refused();
`
