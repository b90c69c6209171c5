import { Migration } from '@mikro-orm/migrations'

/** What the settlement process signs and sends, stored before it is broadcast. */
export class SettlementRecords extends Migration {
  override name = '0006-settlements'

  override up() {
    for (const statement of [TABLES, RULES]) this.addSql(statement)
  }
}

const TABLES = `
create table settlement (
  key text primary key,
  network text not null check (network in ('eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')),
  asset text not null,
  payer text not null,
  pay_to text not null,
  amount bigint not null check (amount >= 0),
  state text not null default 'open' check (state in ('seen', 'open', 'paid', 'failed')),
  seen_height bigint not null check (seen_height >= 0),
  call_data text,
  transaction text,
  log_index integer,
  block bigint,
  reason text,
  is_final boolean not null default false,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint settlement_decided check ((state in ('paid', 'failed')) = (decided_at is not null)),
  constraint settlement_failed_why check (state <> 'failed' or reason is not null),
  constraint settlement_final_is_decided check (not is_final or state in ('paid', 'failed')),
  constraint settlement_paid_by check (state <> 'paid' or (transaction is not null and block is not null and log_index is not null))
);
create index settlement_not_final on settlement (network, block) where state in ('paid', 'failed') and not is_final;
create index settlement_open on settlement (network, created_at) where state = 'open';
create unique index settlement_one_transfer on settlement (network, transaction, log_index) where state = 'paid';

create table settlement_sender (
  network text not null,
  address text not null,
  next_nonce bigint not null check (next_nonce >= 0),
  primary key (network, address)
) with (fillfactor = 60);

create table settlement_transaction (
  id bigint generated always as identity primary key,
  settlement_key text references settlement (key),
  network text not null,
  sender text not null,
  nonce bigint,
  raws text[] not null default '{}',
  hashes text[] not null default '{}',
  gas bigint,
  max_fee bigint,
  priority_fee bigint,
  is_open boolean not null default true,
  taken_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint settlement_transaction_nonce check ((nonce is null) = (network like 'solana:%')),
  constraint settlement_transaction_of check (settlement_key is not null or nonce is not null),
  constraint settlement_transaction_versions check (cardinality(raws) = cardinality(hashes))
) with (fillfactor = 60);
create index settlement_transaction_of_key on settlement_transaction (settlement_key) where settlement_key is not null;
create unique index settlement_transaction_one_nonce on settlement_transaction (network, sender, nonce) where is_open and nonce is not null;
create unique index settlement_transaction_one_open on settlement_transaction (settlement_key) where is_open and settlement_key is not null;
`

const RULES = `
create function settlement_change_refused() returns trigger language plpgsql as $$
begin
  raise exception 'settlement % may not change like this', old.key using errcode = '23514', constraint = 'settlement_states';
end $$;
create function settlement_version_refused() returns trigger language plpgsql as $$
begin
  raise exception 'a signed transaction of % may not be forgotten', old.sender using errcode = '23514', constraint = 'settlement_versions';
end $$;
create trigger settlement_states before update on settlement for each row when (
  (old.is_final and (old.state <> new.state or old.transaction is distinct from new.transaction or not new.is_final))
  or old.key <> new.key or old.network <> new.network or old.asset <> new.asset or old.payer <> new.payer
  or old.pay_to <> new.pay_to or old.amount <> new.amount
) execute function settlement_change_refused();
create trigger settlement_versions before update on settlement_transaction for each row when (
  new.raws[1:cardinality(old.raws)] <> old.raws or new.hashes[1:cardinality(old.hashes)] <> old.hashes
  or old.settlement_key is distinct from new.settlement_key or old.network <> new.network or old.sender <> new.sender
  or old.nonce is distinct from new.nonce
) execute function settlement_version_refused();
`
