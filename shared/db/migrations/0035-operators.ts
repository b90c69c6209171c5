import { Migration } from '@mikro-orm/migrations'

/** Named operators, and a log of what operators did. */
export class Operators extends Migration {
  override name = '0035-operators'

  override up() {
    for (const statement of [TABLES, KEPT]) this.addSql(statement)
  }
}

const TABLES = `
create table operator (
  id uuid primary key,
  name text not null check (name ~ '^[a-z0-9][a-z0-9._-]{1,39}$' and name <> 'root'),
  role text not null check (role in ('viewer', 'operator')),
  credential_id text not null unique,
  hmac bytea not null,
  last4 text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create unique index operator_name on operator (name) where revoked_at is null;
create table operator_action (
  id uuid primary key,
  at timestamptz not null default now(),
  actor text not null,
  operator_id uuid references operator (id),
  via text not null check (via in ('page', 'cli')),
  action text not null,
  target text,
  detail jsonb not null,
  request_id text,
  once uuid unique,
  outcome text,
  ended_at timestamptz,
  constraint operator_action_ended check ((outcome is null) = (ended_at is null))
);
create index operator_action_target on operator_action (target);
`

// How an action ended is the one thing that a row learns later.
const KEPT = `
create function operator_action_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome is null and new.outcome is not null
    and to_jsonb(old) - '{outcome,ended_at}'::text[] = to_jsonb(new) - '{outcome,ended_at}'::text[] then
    return new;
  end if;
  raise exception '% of an action of an operator refused: the log only grows', tg_op using errcode = '23514', constraint = 'operator_action_kept';
end $$;
create trigger operator_action_kept before update or delete on operator_action for each row execute function operator_action_is_kept();
create trigger operator_action_stays before truncate on operator_action for each statement execute function operator_action_is_kept();
`
