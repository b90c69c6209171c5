import { Migration } from '@mikro-orm/migrations'

/** The call row, the steps of workflows, and answers kept under an Idempotency-Key. */
export class PaidCalls extends Migration {
  override name = '0003-paid-calls'

  override up() {
    for (const statement of [TABLES, RULES]) this.addSql(statement)
  }
}

const TABLES = `
create table call (
  id uuid primary key,
  part_of uuid,
  slug text not null,
  pool text not null,
  payer text not null check (payer in ('free', 'prepaid', 'trial', 'pass', 'x402', 'part')),
  service_key_id uuid,
  pass_id uuid,
  account_id bigint,
  price bigint not null check (price >= 0),
  hold_id bigint,
  state text not null check (state in ('paying', 'held', 'running', 'settling', 'captured', 'released')),
  attempt integer not null default 0,
  timeout_ms integer not null,
  deadline timestamptz not null,
  lease_until timestamptz,
  reply_to text not null,
  input text,
  input_digest bytea not null,
  idem text,
  result text,
  refusal text,
  steps text,
  run_ms real,
  agent_id text,
  accepted_at timestamptz not null default now(),
  enqueued_at timestamptz not null default now(),
  finished_at timestamptz,
  purged_at timestamptz,
  constraint call_captured_has_result check (state <> 'captured' or result is not null or purged_at is not null),
  constraint call_input_only_while_open check (finished_at is null or input is null),
  constraint call_open_or_finished check ((state in ('paying', 'held', 'running', 'settling')) = (finished_at is null)),
  constraint call_part_costs_nothing check ((payer = 'part') = (part_of is not null) and (payer <> 'part' or price = 0)),
  constraint call_settling_has_result check (state <> 'settling' or result is not null),
  constraint call_trial_price_cap check (payer <> 'trial' or price <= 100000),
  constraint call_waits_for_x402 check (state not in ('paying', 'settling') or payer = 'x402')
) with (fillfactor = 80);
create index call_kept on call (finished_at) where finished_at is not null and purged_at is null;
create index call_of_account on call (account_id, id) where account_id is not null;
create index call_of_pass on call (pass_id, id) where pass_id is not null;
create index call_open on call (deadline) where finished_at is null;
create unique index call_idem on call (idem) where idem is not null and state <> 'released';
create table call_step (
  call_id uuid not null,
  step text not null,
  slug text not null,
  state text not null check (state in ('running', 'done', 'failed')),
  result text,
  refusal text,
  ms real,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (call_id, step),
  constraint call_step_done_has_result check (state <> 'done' or result is not null),
  constraint call_step_failed_has_refusal check (state <> 'failed' or refusal is not null)
);
create table idempotency_record (
  scope text not null,
  key text not null,
  request_digest bytea not null,
  status integer,
  response text,
  secret_ref text,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_record_time on idempotency_record (created_at);
`

// The rule is checked for every row by a WHEN clause or once for each statement; a function runs only when it matters.
const RULES = `
create function call_transition_refused() returns trigger language plpgsql as $$
begin
  raise exception 'call % may not go from % to %', new.id, coalesce(old.state, 'nothing'), new.state using errcode = '23514', constraint = 'call_states';
end $$;
create function call_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'call rows are kept' using errcode = '23514', constraint = 'call_states';
end $$;
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
create trigger call_kept before delete or truncate on call for each statement execute function call_is_kept();
`
