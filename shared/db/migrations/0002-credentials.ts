import { Migration } from '@mikro-orm/migrations'

/** Prepaid keys, trials and passes. */
export class Credentials extends Migration {
  override name = '0002-credentials'

  override up() {
    this.addSql(TABLES)
  }
}

const TABLES = `
create table service_key (
  id uuid primary key,
  key_id text not null unique,
  kind text not null check (kind in ('prepaid', 'trial')),
  account_id bigint not null references account (id),
  hmac bytea not null,
  pepper_version smallint not null default 1,
  last4 text not null,
  agent_id text,
  status text not null default 'active' check (status in ('active', 'revoked')),
  max_per_call bigint check (max_per_call >= 0),
  daily_limit bigint check (daily_limit >= 0),
  monthly_limit bigint check (monthly_limit >= 0),
  allow_slugs text[],
  deny_slugs text[] not null default '{}',
  auto_refill jsonb,
  replaced_by uuid references service_key (id),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index service_key_account on service_key (account_id);
create table pass (
  id uuid primary key,
  pass_id text not null unique,
  kind text not null check (kind in ('day', 'week', 'month')),
  scope text not null check (scope in ('guards', 'all')),
  hmac bytea not null,
  pepper_version smallint not null default 1,
  last4 text not null,
  status text not null default 'active' check (status in ('active', 'revoked')),
  valid_from timestamptz not null default now(),
  valid_until timestamptz not null,
  open_calls integer not null default 0 check (open_calls >= 0),
  day date not null default '1970-01-01',
  day_dear integer not null default 0,
  featured_used integer not null default 0,
  created_at timestamptz not null default now()
);
create table trial_claim (
  id uuid primary key,
  agent_hash bytea unique,
  fingerprint bytea not null unique,
  ip_hash bytea not null,
  with_agent boolean not null,
  service_key_id uuid not null references service_key (id),
  claimed_at timestamptz not null default now()
);
create index trial_claim_ip on trial_claim (ip_hash, claimed_at);
create index trial_claim_time on trial_claim (claimed_at);
`
