import { Migration } from '@mikro-orm/migrations'

/** Endpoints of sellers with their versions, their calls and quality, and the triggers that keep a call's share with it. */
export class SellerEndpoints extends Migration {
  override name = '0027-seller-endpoints'

  override up() {
    for (const statement of [TABLES, KEPT, MONEY]) this.addSql(statement)
  }
}

const TABLES = `
create table seller_endpoint (
  id uuid primary key,
  owner_id uuid not null references market_user (id),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$'),
  version integer not null default 1 check (version > 0),
  title text not null check (length(title) between 3 and 120),
  description text not null check (length(description) between 20 and 500),
  category text not null,
  tags text[] not null default '{}',
  state text not null default 'verifying' check (state in ('verifying', 'live', 'paused', 'deleted')),
  pause_reason text check (pause_reason in ('seller', 'probe', 'failures', 'scan', 'operator')),
  secret_generation integer not null default 0 check (secret_generation between 0 and 65535),
  secret_rotated_at timestamptz,
  verdict text check (verdict in ('passed', 'warnings', 'failed')),
  checks jsonb not null default '[]',
  probed_at timestamptz,
  probe_problem text check (length(probe_problem) <= 300),
  probe_failures integer not null default 0 check (probe_failures >= 0),
  next_probe_at timestamptz not null default now(),
  live_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint seller_endpoint_slug unique (slug),
  constraint seller_endpoint_live_since check (state <> 'live' or live_since is not null),
  constraint seller_endpoint_paused_why check ((state = 'paused') = (pause_reason is not null))
) with (fillfactor = 80);
create index seller_endpoint_of_owner on seller_endpoint (owner_id, created_at);
create index seller_endpoint_to_probe on seller_endpoint (next_probe_at) where state in ('verifying', 'live');

create table seller_endpoint_version (
  id uuid primary key,
  endpoint_id uuid not null references seller_endpoint (id),
  version integer not null check (version > 0),
  target_url text not null check (length(target_url) <= 2000),
  price_cents integer not null check (price_cents between 50 and 100000),
  timeout_ms integer not null check (timeout_ms between 1000 and 60000),
  input_schema text not null check (length(input_schema) <= 65536),
  output_schema text not null check (length(output_schema) <= 65536),
  input_example text not null check (length(input_example) <= 65536),
  output_example text check (length(output_example) <= 65536),
  auth_header text check (length(auth_header) <= 100),
  sealed_auth text,
  created_at timestamptz not null default now(),
  constraint seller_endpoint_version_one unique (endpoint_id, version),
  constraint seller_endpoint_version_auth check ((auth_header is null) = (sealed_auth is null))
);

create table seller_call (
  call_id uuid primary key,
  endpoint_id uuid not null,
  version_id uuid not null,
  seller_id uuid not null,
  payer text not null,
  price bigint not null check (price > 0),
  share bigint not null,
  state text not null default 'open' check (state in ('open', 'answered', 'failed', 'void')),
  run_ms real,
  is_fair boolean,
  opened_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint seller_call_ended check ((state = 'open') = (ended_at is null)),
  constraint seller_call_share check (share > 0 and share <= price)
) with (fillfactor = 80);
create index seller_call_of_endpoint on seller_call (endpoint_id, ended_at) where ended_at is not null;
create index seller_call_open on seller_call (seller_id) where state = 'open';
create index seller_call_to_judge on seller_call (ended_at) where ended_at is not null and is_fair is null;

create table seller_endpoint_stat (
  endpoint_id uuid primary key references seller_endpoint (id),
  calls integer not null default 0,
  answered integer not null default 0,
  failed integer not null default 0,
  payers integer not null default 0,
  median_ms real,
  tail_ms real,
  quality real not null default 0,
  counted_at timestamptz not null default now()
) with (fillfactor = 80);
`

const KEPT = `
create function seller_rows_are_kept() returns trigger language plpgsql as $$
begin
  raise exception '% on % refused: what calls of sellers depended on is kept', tg_op, tg_table_name using errcode = '23514', constraint = 'seller_rows_kept';
end $$;
create trigger seller_version_kept before update or delete or truncate on seller_endpoint_version for each statement execute function seller_rows_are_kept();
create trigger seller_endpoint_kept before delete or truncate on seller_endpoint for each statement execute function seller_rows_are_kept();
create trigger seller_call_kept before delete or truncate on seller_call for each statement execute function seller_rows_are_kept();

create function seller_change_refused() returns trigger language plpgsql as $$
begin
  raise exception '% may not change like this', tg_table_name using errcode = '23514', constraint = tg_name;
end $$;
create trigger seller_call_states before update on seller_call for each row when (
  (old.state <> new.state and old.state <> 'open')
  or (old.call_id, old.endpoint_id, old.version_id, old.seller_id, old.payer, old.price, old.share)
    is distinct from (new.call_id, new.endpoint_id, new.version_id, new.seller_id, new.payer, new.price, new.share)
) execute function seller_change_refused();
create trigger seller_endpoint_states before update on seller_endpoint for each row when (
  (old.state = 'deleted' and new.state <> 'deleted')
  or (old.id, old.owner_id, old.slug) is distinct from (new.id, new.owner_id, new.slug)
  or new.version < old.version or new.secret_generation < old.secret_generation
) execute function seller_change_refused();
`

// The input of such a call begins with its version, so nothing a buyer sends is read here. The WHEN clauses cost other
// calls one comparison. A call that is accepted may find its endpoint paused: the call keeps what its buyer saw.
const MONEY = `
create function seller_fee_bps(sold_cents bigint) returns integer language sql immutable as $$
  select case when sold_cents < 10000 then 1500 when sold_cents < 100000 then 1000 else 700 end
$$;

create function seller_call_opens() returns trigger language plpgsql as $$
begin
  insert into seller_call (call_id, endpoint_id, version_id, seller_id, payer, price, share)
  select new.id, e.id, v.id, e.owner_id,
    coalesce((select p.network || ':' || p.payer from payment_proof p where p.call_id = new.id), 'account:' || new.account_id),
    new.price, (v.price_cents - v.price_cents * seller_fee_bps(coalesce(s.sales_cents, 0)) / 10000)::bigint * 10000
  from seller_endpoint_version v join seller_endpoint e on e.id = v.endpoint_id
  left join seller_stat s on s.user_id = e.owner_id
  where v.id = substring(new.input from '^{"endpoint_version":"([0-9a-f-]{36})"')::uuid
    and new.slug = 'sellers/' || e.slug and new.price = v.price_cents::bigint * 10000;
  if not found then
    raise exception 'call % is not on the terms of a version of %', new.id, new.slug using errcode = '23514', constraint = 'seller_call_terms';
  end if;
  return null;
end $$;
create trigger seller_call_opened after insert on call for each row when (starts_with(new.slug, 'sellers/')) execute function seller_call_opens();

create function seller_call_ends() returns trigger language plpgsql as $$
declare
  ended seller_call;
  seller_account constant text := 'seller_payable:';
  paid bigint;
  owed bigint;
begin
  update seller_call set ended_at = now(), run_ms = new.run_ms, state = case
      when new.state = 'captured' then 'answered'
      when substring(new.refusal from '^{"code":"([a-z_]+)"') = 'seller_failed' then 'failed'
      else 'void'
    end
  where call_id = new.id returning * into strict ended;
  if new.state <> 'captured' then
    return null;
  end if;
  select id into strict owed from account where code = seller_account || ended.seller_id;
  insert into payable (id, source, seller_id, amount, currency, due_at) values (new.id, 'endpoint', ended.seller_id, ended.share, 'usdc', now());
  insert into transfer (kind, call_id, account_id, amount, reason) values ('single', new.id, owed, ended.share, 'market:seller') returning id into paid;
  insert into entry (transfer_id, account_id, amount) values (paid, owed, ended.share), (paid, 1, -ended.share);
  return null;
end $$;
create trigger seller_call_ended after update on call for each row
  when (old.finished_at is null and new.finished_at is not null and starts_with(new.slug, 'sellers/')) execute function seller_call_ends();
`
