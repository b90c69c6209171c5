import { Migration } from '@mikro-orm/migrations'

/** Payouts to sellers with the transactions that pay them, and since when a wallet may be paid to. */
export class Payouts extends Migration {
  override name = '0020-payouts'

  override up() {
    for (const statement of [WALLETS, TABLES, RULES]) this.addSql(statement)
  }
}

// Wallets that are proved today are first wallets: nothing rests.
const WALLETS = `
alter table market_user add column proved_wallet text, add column wallet_rests_until timestamptz;
update market_user set proved_wallet = solana_wallet where wallet_proved_at is not null;
`

const TABLES = `
create table payout (
  id uuid primary key,
  seller_id uuid references market_user (id),
  pay_to text check (length(pay_to) between 32 and 44),
  amount bigint not null check (amount > 0),
  currency text not null default 'usdc' check (currency = 'usdc'),
  state text not null default 'ready' check (state in ('ready', 'held', 'sending', 'paid')),
  reason text check (length(reason) <= 200),
  is_alone boolean not null default false,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  constraint payout_held_why check (state <> 'held' or reason is not null),
  constraint payout_paid_when check ((state = 'paid') = (paid_at is not null)),
  constraint payout_to_whom check ((seller_id is null) <> (pay_to is null))
);
create index payout_of_seller on payout (seller_id, created_at) where seller_id is not null;
create index payout_ready on payout (created_at) where state = 'ready';
create unique index payout_one_open on payout (seller_id, currency) where seller_id is not null and state <> 'paid';

create table payout_transaction (
  id uuid primary key,
  signature text not null unique,
  raw text not null,
  last_valid_block_height bigint not null check (last_valid_block_height > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'failed', 'expired')),
  failure text,
  slot bigint,
  signed_at timestamptz not null default now(),
  sent_at timestamptz,
  decided_at timestamptz,
  constraint payout_transaction_decided check ((state = 'open') = (decided_at is null)),
  constraint payout_transaction_paid_in check (state <> 'paid' or slot is not null)
);
create index payout_transaction_open on payout_transaction (signed_at) where state = 'open';

create table payout_leg (
  transaction_id uuid not null references payout_transaction (id),
  payout_id uuid not null references payout (id),
  wallet text not null,
  amount bigint not null check (amount > 0),
  is_live boolean not null default true,
  primary key (transaction_id, payout_id)
);
create unique index payout_leg_one_live on payout_leg (payout_id) where is_live;

create table payout_account (
  wallet text primary key,
  payout_id uuid not null references payout (id),
  opened_at timestamptz not null default now()
);

alter table payable add constraint payable_payout_id_fkey foreign key (payout_id) references payout (id);
`

// The rules are checked when the statement has made all its changes, so that one statement may change all four tables.
const RULES = `
create function payout_rows_are_kept() returns trigger language plpgsql as $$
begin
  raise exception '% on % refused: payouts and what was signed for them are kept', tg_op, tg_table_name using errcode = '23514', constraint = 'payout_kept';
end $$;
create trigger payout_kept before delete or truncate on payout for each statement execute function payout_rows_are_kept();
create trigger payout_transaction_kept before delete or truncate on payout_transaction for each statement execute function payout_rows_are_kept();
create trigger payout_leg_kept before delete or truncate on payout_leg for each statement execute function payout_rows_are_kept();

create function payout_transaction_is_signed() returns trigger language plpgsql as $$
begin
  raise exception 'transaction % is % and signed: neither changes', old.id, old.state using errcode = '23514', constraint = 'payout_transaction_signed';
end $$;
create trigger payout_transaction_signed before update on payout_transaction for each row when (
  old.state <> 'open' or (old.id, old.signature, old.raw, old.last_valid_block_height) is distinct from (new.id, new.signature, new.raw, new.last_valid_block_height)
) execute function payout_transaction_is_signed();

create function payout_leg_is_void() returns trigger language plpgsql as $$
begin
  if old.is_live and not new.is_live
    and (old.transaction_id, old.payout_id, old.wallet, old.amount) = (new.transaction_id, new.payout_id, new.wallet, new.amount)
    and exists (select from payout_transaction t where t.id = new.transaction_id and t.state in ('failed', 'expired')) then
    return null;
  end if;
  raise exception 'a transfer of payout % is live until its transaction failed or expired', old.payout_id using errcode = '23514', constraint = 'I31';
end $$;
create trigger payout_leg_void after update on payout_leg for each row execute function payout_leg_is_void();

create function payout_is_as_sent() returns trigger language plpgsql as $$
declare
  sent text;
begin
  if tg_op = 'UPDATE' and (old.state = 'paid' or (old.id, old.seller_id, old.pay_to, old.amount, old.currency) is distinct from (new.id, new.seller_id, new.pay_to, new.amount, new.currency)) then
    raise exception 'payout % is %: it does not change', old.id, old.state using errcode = '23514', constraint = 'payout_final';
  end if;
  select t.state into sent from payout_leg l join payout_transaction t on t.id = l.transaction_id where l.payout_id = new.id and l.is_live;
  if new.state <> (case coalesce(sent, '') when 'paid' then 'paid' when 'open' then 'sending' when '' then (case new.state when 'held' then 'held' else 'ready' end) else '' end) then
    raise exception 'payout % cannot be %: its transaction is %', new.id, new.state, coalesce(sent, 'none') using errcode = '23514', constraint = 'I31';
  end if;
  return null;
end $$;
create trigger payout_as_sent after insert or update on payout for each row execute function payout_is_as_sent();

create function payout_is_of_payables() returns trigger language plpgsql as $$
begin
  if new.amount is distinct from (select sum(p.amount) from payable p where p.payout_id = new.id and p.seller_id = new.seller_id) then
    raise exception 'payout % is not the sum of its payables', new.id using errcode = '23514', constraint = 'I30';
  end if;
  return null;
end $$;
create trigger payout_of_payables after insert on payout for each row
  when (new.seller_id is not null) execute function payout_is_of_payables();
`
