import { Migration } from '@mikro-orm/migrations'

/** Budgets, what was spent of them, rates and receipts of actions. */
export class Spending extends Migration {
  override name = '0010-spending'

  override up() {
    this.addSql(TABLES)
  }
}

const TABLES = `
create table spend_scope (
  owner text not null,
  agent_id text not null,
  turn bigint not null default 0,
  ceiling_cents bigint check (ceiling_cents > 0),
  window_seconds integer check (window_seconds between 60 and 2592000),
  per_call_max_cents bigint check (per_call_max_cents > 0),
  allow_payees text[],
  primary key (owner, agent_id),
  constraint spend_scope_policy check ((ceiling_cents is null) = (window_seconds is null))
) with (fillfactor = 70);

create table spend_entry (
  id text primary key,
  owner text not null,
  agent_id text not null,
  nonce text not null,
  amount_cents bigint not null check (amount_cents > 0),
  payee text,
  purpose text,
  state text not null default 'reserved' check (state in ('reserved', 'committed', 'released')),
  at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint spend_entry_ends check ((state = 'reserved') = (ended_at is null))
);
create unique index spend_entry_nonce on spend_entry (owner, agent_id, nonce);
create index spend_entry_time on spend_entry (at);
create index spend_entry_window on spend_entry (owner, agent_id, at) where state <> 'released';

create table rate_bucket (
  owner text not null,
  key text not null,
  tat timestamptz not null,
  allowed boolean not null,
  config text not null,
  earlier_config text,
  primary key (owner, key)
) with (fillfactor = 60);
create index rate_bucket_idle on rate_bucket (tat);

create table action_receipt (
  owner text not null,
  agent_id text not null,
  nonce text not null,
  digest text not null,
  receipt text not null,
  at timestamptz not null default now(),
  primary key (owner, agent_id, nonce)
);
`
