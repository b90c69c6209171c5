import { Migration } from '@mikro-orm/migrations'

/** Payments by x402: calls that wait for their money, the states of a payment, and what a payer owes us at most. */
export class X402 extends Migration {
  override name = '0005-x402'

  override up() {
    for (const statement of [ACCOUNTS, CALL_STATES, PAYMENTS, RULES]) this.addSql(statement)
  }
}

// What came in on a chain stands in its clearing account, money of calls that are not done yet in unearned, and what a
// chain took back after its call was answered in losses.
const ACCOUNTS = `
alter table account drop constraint account_kind_check;
alter table account add constraint account_kind_check check (kind in ('wallet', 'promo', 'revenue', 'equity', 'clearing', 'unearned'));
insert into account (id, code, kind) values
  (5, 'clearing:x402:eip155:8453', 'clearing'),
  (6, 'clearing:x402:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'clearing'),
  (7, 'unearned:x402', 'unearned'),
  (8, 'losses:x402', 'equity');
create index transfer_of_call on transfer (call_id) where call_id is not null and kind = 'single';
create unique index transfer_one_credit on transfer (call_id) where reason = 'credit:x402';
create unique index transfer_one_settlement on transfer (call_id) where reason = 'settle:x402';
`

// A call settled first is \`paying\` until its money is there; one settled after its run is \`settling\` until then.
const CALL_STATES = `
alter table call drop constraint call_state_check;
alter table call add constraint call_state_check check (state in ('paying', 'held', 'running', 'settling', 'captured', 'released'));
alter table call drop constraint call_open_or_finished;
alter table call add constraint call_open_or_finished check ((state in ('paying', 'held', 'running', 'settling')) = (finished_at is null));
alter table call add constraint call_waits_for_x402 check (state not in ('paying', 'settling') or payer = 'x402');
alter table call add constraint call_settling_has_result check (state <> 'settling' or result is not null);
drop trigger call_states_insert on call;
drop trigger call_states on call;
create trigger call_states_insert before insert on call for each row when (new.state not in ('held', 'paying')) execute function call_transition_refused();
create trigger call_states before update on call for each row when (
  (old.state is distinct from new.state and not (
    (old.state = 'paying' and new.state in ('held', 'released'))
    or (old.state = 'held' and new.state in ('running', 'released'))
    or (old.state = 'running' and new.state in ('captured', 'settling', 'released'))
    or (old.state = 'settling' and new.state in ('captured', 'released'))))
  -- A call on a signed authorization (its hold is on a clearing account) shows no result before that is settled.
  or (old.state = 'running' and new.state = 'captured' and new.account_id in (5, 6))
  or (old.state = 'running' and new.state = 'settling' and new.account_id not in (5, 6))
  or old.price <> new.price or old.payer <> new.payer or old.slug <> new.slug
  or old.account_id is distinct from new.account_id or old.hold_id is distinct from new.hold_id
) execute function call_transition_refused();
`

const PAYMENTS = `
create table payer (
  network text not null,
  address text not null,
  open_payments integer not null default 0 check (open_payments >= 0),
  open_amount bigint not null default 0 check (open_amount >= 0),
  settle_first_until timestamptz,
  failures integer not null default 0,
  primary key (network, address)
) with (fillfactor = 60);
alter table payment_proof
  add column state text not null default 'claimed' check (state in ('claimed', 'verified', 'settling', 'settled', 'unpaid', 'reversed')),
  add column mode text check (mode in ('after', 'before')),
  add column payer text not null default '',
  add column amount bigint not null default 0 check (amount >= 0),
  add column holder text not null default '',
  add column held_until timestamptz not null default now(),
  add column resource text,
  add column request_digest bytea,
  add column payload_digest bytea,
  add column has_token boolean not null default false,
  add column identifier text,
  add column valid_until timestamptz,
  add column sealed text,
  add column product text,
  add column terms text,
  add column answer text,
  add column secret_ref text,
  add column tries integer not null default 0,
  add column next_try_at timestamptz,
  add column said_paid_at timestamptz,
  add column transaction text,
  add column settlement text,
  add column failure text,
  add column credit_key_id uuid references service_key (id),
  add column settled_at timestamptz,
  add column final_at timestamptz,
  add constraint payment_bound check (state = 'claimed' or (mode is not null and resource is not null and request_digest is not null)),
  add constraint payment_settled_has_transaction check ((state in ('settled', 'reversed')) = (settlement is not null and transaction is not null and settled_at is not null)),
  add constraint payment_tried check (state <> 'settling' or next_try_at is not null);
create unique index payment_one_transaction on payment_proof (network, transaction) where transaction is not null;
create unique index payment_identifier on payment_proof (network, payer, identifier) where identifier is not null and state <> 'claimed';
create index payment_due on payment_proof (next_try_at) where next_try_at is not null;
create index payment_not_final on payment_proof (settled_at) where state = 'settled' and final_at is null;
create index payment_of_payer on payment_proof (network, payer, claimed_at);
create table distrusted_facilitator (
  url text primary key,
  why text not null,
  since timestamptz not null default now()
);
`

// The counters of a payer are what they say because one function moves them, on every way a payment can go.
const RULES = `
create function payment_transition_refused() returns trigger language plpgsql as $$
begin
  raise exception 'payment of call % may not go from % to %', old.call_id, old.state, coalesce(new.state, 'nothing') using errcode = '23514', constraint = 'payment_states';
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
create trigger payment_counted after insert or delete on payment_proof for each row execute function payment_counts();
create trigger payment_recounted after update on payment_proof for each row when (old.state is distinct from new.state) execute function payment_counts();

-- Whatever gives a call up gives its payment back when nobody asked to settle it (it may be sent again), else has it credited.
create function call_frees_its_payment() returns trigger language plpgsql as $$
begin
  delete from payment_proof where call_id = new.id and state = 'verified';
  update payment_proof set next_try_at = now() where call_id = new.id and state = 'settled';
  return null;
end $$;
create trigger call_frees_payment after update on call for each row when (
  new.state = 'released' and old.state <> 'released' and new.payer = 'x402'
) execute function call_frees_its_payment();
`
