import { Migration } from '@mikro-orm/migrations'

/**
 * What partitions by month need before tables become partitioned: their schema and functions, the table that keeps
 * Idempotency-Keys unique over all months, and a bound that today's events keep, because their table becomes the first
 * partition. The next migrations read the rows, and only then are the tables exchanged.
 */
export class Months extends Migration {
  override name = '0048-months'

  override up() {
    for (const statement of [SCHEMA, TIMES, ADD, REFUSED, KEYS, TAKES, FREES, BOUNDS]) this.addSql(statement)
  }
}

const SCHEMA = `create schema months`

// The first 48 bits of a UUID v7 are its time in milliseconds. `until` is where a partition ends, `last_until` where all end.
const TIMES = `
create function months.first_uuid(at timestamptz) returns uuid language sql immutable strict parallel safe return
  rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;
create function months.time_of(id uuid) returns timestamptz language sql immutable strict parallel safe return
  to_timestamp(('x0000' || left(replace(id::text, '-', ''), 12))::bit(64)::bigint / 1000.0);
create function months.until(part oid) returns timestamptz language sql stable strict as $$
  select case when bound ~ '^[0-9a-f]{8}-' then months.time_of(bound::uuid) else bound::timestamptz end
  from (select (regexp_match(pg_get_expr(relpartbound, oid), 'TO \\(''([^'']+)''\\)'))[1] as bound from pg_class where oid = part) p
$$;
create function months.last_until(parent text) returns timestamptz language sql stable strict as $$
  select max(months.until(inhrelid)) from pg_inherits where inhparent = format('public.%I', parent)::regclass
$$;
`

// The month after the last partition. What the default partition of a table took meanwhile moves into it. Attaching an empty
// table lets reads and writes of the others go on.
const ADD = `
create function months.add(parent text, after timestamptz) returns void language plpgsql as $$
declare
  whole constant regclass := format('public.%I', parent)::regclass;
  until constant timestamptz := (date_trunc('month', after at time zone 'utc') + interval '1 month') at time zone 'utc';
  part constant text := parent || to_char(after at time zone 'utc', '_YYYY_MM');
  fallback constant text := parent || '_default';
  column_name text;
  is_id boolean;
  settings text;
begin
  perform pg_advisory_xact_lock(hashtext('farebox.months'), hashtext(parent));
  if months.last_until(parent) is distinct from after then return; end if;
  select a.attname, a.atttypid = 'uuid'::regtype into strict column_name, is_id
  from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0] where p.partrelid = whole;
  select coalesce('with (' || array_to_string(max(c.reloptions), ', ') || ')', '') into settings
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = whole;
  execute format('create table months.%I (like %s including all) %s', part, whole, settings);
  if to_regclass(format('months.%I', fallback)) is not null then
    execute format('lock table months.%I in access exclusive mode', fallback);
    execute format('with moved as (delete from months.%I where %I >= $1 and %I < $2 returning *) insert into months.%I select * from moved',
      fallback, column_name, column_name, part) using after, until;
  end if;
  execute format('alter table %s attach partition months.%I for values from (%L) to (%L)', whole, part,
    case when is_id then months.first_uuid(after)::text else after::text end, case when is_id then months.first_uuid(until)::text else until::text end);
  perform months.guard(whole, part);
end $$;
`

// Triggers of a whole statement move money and keep rows. They belong to the parent, so nobody may write past it.
const REFUSED = `
create function months.refuse() returns trigger language plpgsql as $$
begin
  raise exception '% of % refused: write to the table that it is a partition of', tg_op, tg_table_name using errcode = '23514', constraint = 'month_refused';
end $$;
create function months.guard(whole regclass, part text) returns void language plpgsql as $$
begin
  if exists (select from pg_trigger where tgrelid = whole and not tgisinternal and tgtype::integer & 1 = 0) then
    execute format('create trigger month_refused before insert or update or delete or truncate on months.%I for each statement execute function months.refuse()', part);
  end if;
end $$;
`

// An Idempotency-Key is taken by a call that was not released. It has to be unique over all months, and no index of a
// partitioned table can say that.
const KEYS = `
create table call_key (
  idem text not null,
  call_id uuid not null,
  input_digest bytea not null,
  primary key (idem)
);
`

// A call whose key is taken is not written, as \`on conflict do nothing\` would leave it out. Neither is one that exists: the
// second try of a statement whose answer was lost takes no key for a call that was released meanwhile.
const TAKES = `
create function call_takes_its_key() returns trigger language plpgsql as $$
begin
  insert into call_key (idem, call_id, input_digest)
  select new.idem, new.id, new.input_digest where not exists (select from call where id = new.id) on conflict do nothing;
  if not found then return null; end if;
  return new;
end $$;
create trigger call_takes_key before insert on call for each row when (new.idem is not null and new.state <> 'released')
  execute function call_takes_its_key();
`

const FREES = `
create function call_frees_its_key() returns trigger language plpgsql as $$
begin
  delete from call_key where idem = old.idem and call_id = old.id;
  return null;
end $$;
create trigger call_frees_key after update on call for each row
  when (old.idem is not null and (new.idem is null or (new.state = 'released' and old.state <> 'released'))) execute function call_frees_its_key();
`

// More than a month from now, so that a migration that was interrupted can be finished without haste.
const BOUNDS = `
do $$
declare
  until constant timestamptz := (date_trunc('month', now() at time zone 'utc') + interval '2 months') at time zone 'utc';
begin
  execute format('alter table event add constraint event_first_months check (created_at < %L) not valid', until);
end $$
`
