import { Migration } from '@mikro-orm/migrations'

/**
 * The end of an account, its export, confirmed e-mail addresses, mail on its way, and events of the account itself.
 */
export class Leaving extends Migration {
  override name = '0038-leaving'

  override up() {
    for (const statement of [TABLES, CLOSED, ERASING, EVENTS]) this.addSql(statement)
  }
}

const TABLES = `
alter table market_user drop constraint market_user_status_check;
alter table market_user add email_confirmed_at timestamptz, add wants_notices boolean not null default true;
alter table market_user add constraint market_user_status_check check (status in ('active', 'suspended', 'deleted'));
create table account_deletion (
  user_id uuid primary key references market_user (id),
  asked_at timestamptz not null default now(),
  due_at timestamptz not null,
  closed_at timestamptz,
  look_at timestamptz not null,
  erased_at timestamptz,
  constraint account_deletion_order check (erased_at is null or closed_at is not null)
);
create index account_deletion_due on account_deletion (look_at) where erased_at is null;
create table account_export (
  id uuid primary key,
  user_id uuid not null references market_user (id),
  state text not null default 'pending' check (state in ('pending', 'ready', 'failed')),
  tries integer not null default 0 check (tries between 0 and 10),
  taken_until timestamptz,
  bytes bigint check (bytes > 0),
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  constraint account_export_ready check ((state = 'ready') = (ready_at is not null and bytes is not null))
);
create index account_export_of on account_export (user_id, created_at);
create index account_export_to_build on account_export (created_at) where state = 'pending';
create table email_confirmation (
  hmac bytea primary key,
  user_id uuid not null references market_user (id),
  email text not null check (length(email) <= 254),
  expires_at timestamptz not null
);
create index email_confirmation_of_user on email_confirmation (user_id);
create table mail (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references market_user (id),
  kind text not null check (kind in ('reset', 'confirm', 'notice')),
  about jsonb not null,
  attempt integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index mail_due on mail (due_at);
create index mail_of_user on mail (user_id);
`

// An account that was closed for its deletion begins nothing new; it may end what is open. The agents it registered are
// closed with it, so the chain of registrations is walked up, of which most users have one step.
const CLOSED = `
create function is_closed(who uuid) returns boolean language sql stable as $$
  with recursive up(id) as (
    select who where who is not null
    union select a.owner_user_id from agent a join up on a.user_id = up.id where a.owner_user_id is not null
  )
  select exists (select from account_deletion d join up on up.id = d.user_id where d.closed_at is not null)
$$;
create function refuse_leaving() returns trigger language plpgsql as $$
declare
  who uuid;
begin
  for who in select value::uuid from jsonb_each_text(to_jsonb(new)) where key = any(tg_argv) and value is not null loop
    if is_closed(who) then
      raise exception 'an account that is being deleted begins nothing new (%)', tg_table_name using errcode = '23514', constraint = 'account_closed';
    end if;
  end loop;
  return new;
end $$;
create trigger listing_not_of_leaving before insert on listing for each row execute function refuse_leaving('owner_id');
create trigger bid_not_of_leaving before insert on bid for each row execute function refuse_leaving('bidder_id');
create trigger purchase_not_of_leaving before insert on purchase for each row when (new.kind <> 'auction_win')
  execute function refuse_leaving('buyer_id', 'seller_id');
create trigger job_not_of_leaving before insert on job for each row execute function refuse_leaving('poster_id');
create trigger proposal_not_of_leaving before insert on proposal for each row execute function refuse_leaving('worker_id');
create trigger engagement_not_of_leaving before insert on engagement for each row execute function refuse_leaving('poster_id', 'worker_id');
create trigger seller_endpoint_not_of_leaving before insert on seller_endpoint for each row execute function refuse_leaving('owner_id');
create trigger agent_not_of_leaving before insert on agent for each row execute function refuse_leaving('owner_user_id');
`

// Rows that are kept lose their words in one transaction alone: the one that erases an account and says so (farebox.erases).
const ERASING = `
create function erases_account() returns boolean language sql stable as $$ select coalesce(current_setting('farebox.erases', true), '') = 'on' $$;
create or replace function job_change_refused() returns trigger language plpgsql as $$
begin
  if erases_account() then return new; end if;
  raise exception 'this change of a % is refused: its states go one way, and its terms are kept', tg_table_name
    using errcode = '23514', constraint = tg_name;
end $$;
create or replace function job_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and erases_account() then return null; end if;
  raise exception '% on % refused: jobs and what was done for them are kept', tg_op, tg_table_name using errcode = '23514', constraint = tg_name;
end $$;
create or replace function seller_rows_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and erases_account() then return null; end if;
  raise exception '% on % refused: what calls of sellers depended on is kept', tg_op, tg_table_name using errcode = '23514', constraint = 'seller_rows_kept';
end $$;
create or replace function solana_change_refused() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and erases_account() then return new; end if;
  raise exception '% on % refused: what was agreed and what the chain showed is kept', tg_op, tg_table_name using errcode = '23514', constraint = 'solana_kept';
end $$;
create or replace function operator_action_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and erases_account() and to_jsonb(old) - 'target' = to_jsonb(new) - 'target' then return new; end if;
  if tg_op = 'UPDATE' and old.outcome is null and new.outcome is not null
    and to_jsonb(old) - '{outcome,ended_at}'::text[] = to_jsonb(new) - '{outcome,ended_at}'::text[] then
    return new;
  end if;
  raise exception '% of an action of an operator refused: the log only grows', tg_op using errcode = '23514', constraint = 'operator_action_kept';
end $$;
create or replace function purchase_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and erases_account() then return null; end if;
  raise exception '% on % refused: sales and their timelines are kept', tg_op, tg_table_name using errcode = '23514', constraint = 'purchase_kept';
end $$;
`

const EVENTS = `
create function time_text(at timestamptz) returns text language sql immutable strict parallel safe return to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
create function user_tells() returns trigger language plpgsql as $$
begin
  if old.password_hash is distinct from new.password_hash then perform tell_user(new.id, 'account.password_changed', '{}'); end if;
  if old.solana_wallet is distinct from new.solana_wallet then
    perform tell_user(new.id, 'account.wallet_changed', jsonb_build_object('solana_wallet', new.solana_wallet, 'rests_until', time_text(new.wallet_rests_until)));
  end if;
  if old.email_confirmed_at is null and new.email_confirmed_at is not null then perform tell_user(new.id, 'account.email_confirmed', '{}'); end if;
  if old.terms_version is distinct from new.terms_version then
    perform tell_user(new.id, 'account.terms_accepted', jsonb_build_object('terms_version', new.terms_version));
  end if;
  if old.status <> new.status then
    perform tell_user(new.id, case new.status when 'suspended' then 'account.suspended' else 'account.reinstated' end, '{}');
  end if;
  return null;
end $$;
create trigger market_user_told after update on market_user for each row when (new.status <> 'deleted' and (
  old.password_hash is distinct from new.password_hash or old.solana_wallet is distinct from new.solana_wallet
  or old.email_confirmed_at is distinct from new.email_confirmed_at or old.terms_version is distinct from new.terms_version
  or old.status <> new.status)) execute function user_tells();

create function api_key_tells() returns trigger language plpgsql as $$
begin
  perform tell_user(new.user_id, case tg_op when 'INSERT' then 'account.key_created' else 'account.key_revoked' end,
    jsonb_build_object('key_id', new.id, 'name', new.name, 'last4', new.last4));
  return null;
end $$;
create trigger api_key_told_new after insert on api_key for each row execute function api_key_tells();
create trigger api_key_told after update of revoked_at on api_key for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function api_key_tells();

create function deletion_tells() returns trigger language plpgsql as $$
begin
  perform tell_user(coalesce(new.user_id, old.user_id),
    case tg_op when 'INSERT' then 'account.deletion_asked' when 'DELETE' then 'account.deletion_canceled' else 'account.closed' end,
    jsonb_build_object('due_at', time_text(coalesce(new.due_at, old.due_at))));
  return null;
end $$;
create trigger account_deletion_told after insert or delete on account_deletion for each row execute function deletion_tells();
create trigger account_deletion_closed after update of closed_at on account_deletion for each row
  when (old.closed_at is null and new.closed_at is not null) execute function deletion_tells();

create function export_tells() returns trigger language plpgsql as $$
begin
  perform tell_user(new.user_id, 'account.export_ready', jsonb_build_object('bytes', new.bytes, 'until', time_text(new.ready_at + interval '24 hours')));
  return null;
end $$;
create trigger account_export_told after update of state on account_export for each row when (old.state <> 'ready' and new.state = 'ready')
  execute function export_tells();
`
