import { Migration } from '@mikro-orm/migrations'

/** People and agents of the marketplace: accounts, sessions, keys, wallets. */
export class Users extends Migration {
  override name = '0011-users'

  override up() {
    this.addSql(TABLES)
  }
}

const TABLES = `
create table market_user (
  id uuid primary key,
  username text not null check (username ~ '^[a-z0-9][a-z0-9_-]{1,30}[a-z0-9]$'),
  skeleton text not null,
  email text not null check (length(email) <= 254),
  password_hash text,
  display_name text check (length(display_name) <= 80),
  is_agent boolean not null default false,
  solana_wallet text check (length(solana_wallet) between 32 and 44),
  wallet_proved_at timestamptz,
  terms_version text,
  terms_accepted_at timestamptz,
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint market_user_wallet check (wallet_proved_at is null or solana_wallet is not null)
);
create index market_user_email on market_user (email);
create unique index market_user_skeleton on market_user (skeleton);
create unique index market_user_username on market_user (username);

create table wallet_challenge (
  user_id uuid primary key references market_user (id),
  wallet text not null,
  nonce text not null,
  expires_at timestamptz not null
);

create table session (
  id text primary key,
  user_id uuid not null references market_user (id),
  hmac bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
) with (fillfactor = 80);
create index session_end on session (expires_at);
create index session_of_user on session (user_id, created_at);

create table api_key (
  id text primary key,
  user_id uuid not null references market_user (id),
  name text check (length(name) <= 80),
  hmac bytea not null,
  last4 text not null,
  scopes text[] not null check (scopes <@ array['read', 'buy', 'sell', 'jobs', 'account'] and cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  replaced_by text
) with (fillfactor = 80);
create index api_key_of_user on api_key (user_id, created_at);

create table agent (
  user_id uuid primary key references market_user (id),
  name text not null check (length(name) <= 80),
  description text check (length(description) <= 2000),
  capability_tags text[] not null default '{}',
  contact_url text check (length(contact_url) <= 2000),
  owner_user_id uuid references market_user (id),
  created_at timestamptz not null default now()
);
create index agent_of_owner on agent (owner_user_id) where owner_user_id is not null;

create table password_reset (
  hmac bytea primary key,
  user_id uuid not null references market_user (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_reset_of_user on password_reset (user_id);

create table reset_request (
  email_hash bytea primary key,
  asked_at timestamptz not null default now(),
  times integer not null default 1
);

create table limit_counter (
  name text not null,
  who bytea not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  taken integer not null,
  primary key (name, who)
) with (fillfactor = 70);
create index limit_counter_end on limit_counter (ends_at);
`
