import { Migration } from '@mikro-orm/migrations'

/** Payments by x402, each claimed once, and the wallets that pay. */
export class Payments extends Migration {
  override name = '0005-payments'

  override up() {
    for (const statement of [TABLES, RULES]) this.addSql(statement)
  }
}

const TABLES = `
create table payment_proof (
  network text not null,
  asset text not null,
  proof text not null,
  call_id uuid not null unique,
  claimed_at timestamptz not null default now(),
  state text not null default 'claimed' check (state in ('claimed', 'verified', 'settling', 'settled', 'unpaid', 'reversed')),
  mode text check (mode in ('after', 'before')),
  payer text not null default '',
  amount bigint not null default 0 check (amount >= 0),
  holder text not null default '',
  held_until timestamptz not null default now(),
  resource text,
  request_digest bytea,
  payload_digest bytea,
  has_token boolean not null default false,
  identifier text,
  valid_until timestamptz,
  sealed text,
  product text,
  terms text,
  answer text,
  secret_ref text,
  tries integer not null default 0,
  next_try_at timestamptz,
  said_paid_at timestamptz,
  transaction text,
  settlement text,
  failure text,
  credit_key_id uuid references service_key (id),
  settled_at timestamptz,
  final_at timestamptz,
  idem text,
  primary key (network, asset, proof),
  constraint payment_bound check (state = 'claimed' or (mode is not null and resource is not null and request_digest is not null)),
  constraint payment_settled_has_transaction check ((state in ('settled', 'reversed')) = (settlement is not null and transaction is not null and settled_at is not null)),
  constraint payment_tried check (state <> 'settling' or next_try_at is not null)
);
create index payment_due on payment_proof (next_try_at) where next_try_at is not null;
create index payment_not_final on payment_proof (settled_at) where state = 'settled' and final_at is null;
create index payment_of_payer on payment_proof (network, payer, claimed_at);
create index payment_of_product on payment_proof (secret_ref) where product is not null;
create unique index payment_idem on payment_proof (idem) where idem is not null;
create unique index payment_identifier on payment_proof (network, payer, identifier) where identifier is not null and state <> 'claimed';

create unique index payment_one_transaction on payment_proof (network, transaction) where transaction is not null;

create table payer (
  network text not null,
  address text not null,
  open_payments integer not null default 0 check (open_payments >= 0),
  open_amount bigint not null default 0 check (open_amount >= 0),
  failures integer not null default 0,
  settle_first_until timestamptz,
  primary key (network, address)
) with (fillfactor = 60);

create table distrusted_facilitator (
  url text primary key,
  why text not null,
  since timestamptz not null default now()
);
`

// A trigger keeps the counters of a wallet, so that they hold whoever writes.
const RULES = `
create function payment_transition_refused() returns trigger language plpgsql as $$
begin
  raise exception 'payment of call % may not go from % to %', old.call_id, old.state, coalesce(new.state, 'nothing') using errcode = '23514', constraint = 'payment_states';
end $$;
create function payment_counts() returns trigger language plpgsql as $$
declare
  was_open constant boolean := tg_op <> 'INSERT' and old.state in ('verified', 'settling');
  is_open constant boolean := tg_op <> 'DELETE' and new.state in ('verified', 'settling');
begin
  if is_open and not was_open then
    insert into payer as p (network, address, open_payments, open_amount) values (new.network, new.payer, 1, new.amount)
    on conflict (network, address) do update set open_payments = p.open_payments + 1, open_amount = p.open_amount + new.amount;
  elsif was_open and not is_open then
    update payer set open_payments = open_payments - 1, open_amount = open_amount - old.amount where network = old.network and address = old.payer;
  end if;
  return null;
end $$;
create function call_frees_its_payment() returns trigger language plpgsql as $$
begin
  delete from payment_proof where call_id = new.id and state = 'verified';
  update payment_proof set next_try_at = now() where call_id = new.id and state = 'settled';
  return null;
end $$;
create trigger payment_states before update on payment_proof for each row when (
  (old.state is distinct from new.state and not (
    (old.state = 'claimed' and new.state in ('verified', 'settling'))
    or (old.state = 'verified' and new.state = 'settling')
    or (old.state = 'settling' and new.state in ('settled', 'unpaid'))
    or (old.state = 'unpaid' and new.state = 'settled')
    or (old.state = 'settled' and new.state = 'reversed')))
  or (old.state <> 'claimed' and (
    old.call_id <> new.call_id or old.payer <> new.payer or old.amount <> new.amount or old.mode <> new.mode
    or old.resource <> new.resource or old.request_digest <> new.request_digest
    or old.payload_digest is distinct from new.payload_digest or old.network <> new.network or old.proof <> new.proof))
  or (old.credit_key_id is not null and old.credit_key_id is distinct from new.credit_key_id)
) execute function payment_transition_refused();
create trigger payment_kept before delete on payment_proof for each row when (old.state not in ('claimed', 'verified')) execute function payment_transition_refused();
create trigger payment_counted after insert or delete on payment_proof for each row execute function payment_counts();
create trigger payment_recounted after update on payment_proof for each row when (old.state is distinct from new.state) execute function payment_counts();
create trigger call_frees_payment after update on call for each row when (
  new.state = 'released' and old.state <> 'released' and new.payer = 'x402'
) execute function call_frees_its_payment();
`
