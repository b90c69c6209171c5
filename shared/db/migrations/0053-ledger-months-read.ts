import { Migration } from '@mikro-orm/migrations'

/**
 * What the ledger needs before it is partitioned: months in the ids of transfers, a table that keeps unique over all months what
 * happens once, and bounds that today's transfers and entries keep, because their tables become the first partitions. It reads
 * the rows, so that they are not read again while calls wait. Each statement is a transaction of its own and may be run again.
 */
export class LedgerMonthsRead extends Migration {
  override name = '0053-ledger-months-read'

  override isTransactional() {
    return false
  }

  override up() {
    for (const statement of [
      IDS,
      ATTACH,
      ADD,
      HAS,
      ADVANCE,
      BALANCE,
      KINDS,
      ONCE,
      NOTED,
      BOUNDS,
      SEQUENCE,
      INVALID,
      HELD,
      KNOWN,
      ...VALIDATED,
    ])
      this.addSql(statement)
  }
}

// The id of a transfer is its month, counted from January 2020, times 2^38, and a number. Those of journals have 2^52 on top, so
// that months of journals are partitions of their own. All stay below 2^53, up to which JavaScript reads numbers exactly.
const IDS = `
create or replace function months.first_id(moment timestamptz) returns bigint language sql immutable strict parallel safe return
  ((extract(year from moment at time zone 'utc') - 2020) * 12 + extract(month from moment at time zone 'utc') - 1)::bigint << 38;
create or replace function months.first_journal_id(moment timestamptz) returns bigint language sql immutable strict parallel safe return
  (1::bigint << 52) + months.first_id(moment);
create or replace function months.month_of(id bigint) returns timestamptz language sql immutable strict parallel safe return
  (timestamp '2020-01-01' + make_interval(months => ((id & ((1::bigint << 52) - 1)) >> 38)::integer)) at time zone 'utc';
create or replace function months.until(part oid) returns timestamptz language sql stable strict as $$
  select case when bound ~ '^[0-9a-f]{8}-' then months.time_of(bound::uuid) when bound ~ '^[0-9]+$' then months.month_of(bound::bigint) else bound::timestamptz end
  from (select (regexp_match(pg_get_expr(relpartbound, oid), 'TO \\(''([^'']+)''\\)'))[1] as bound from pg_class where oid = part) p
$$;
`

// One partition. What the default partition of a table took meanwhile moves into it. Attaching an empty table lets reads and
// writes of the others go on.
const ATTACH = `
create or replace function months.attach(whole regclass, part text, fallback text, low text, high text) returns void language plpgsql as $$
declare
  column_name text;
  settings text;
begin
  select a.attname into strict column_name
  from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0] where p.partrelid = whole;
  select coalesce('with (' || array_to_string(max(c.reloptions), ', ') || ')', '') into settings
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = whole;
  execute format('create table months.%I (like %s including all) %s', part, whole, settings);
  if to_regclass(format('months.%I', fallback)) is not null then
    execute format('lock table months.%I in access exclusive mode', fallback);
    execute format('with moved as (delete from months.%I where %I >= %L and %I < %L returning *) insert into months.%I select * from moved',
      fallback, column_name, low, column_name, high, part);
  end if;
  execute format('alter table %s attach partition months.%I for values from (%L) to (%L)', whole, part, low, high);
  perform months.guard(whole, part);
end $$;
`

// What differs from 0048: tables of the ledger get two partitions for a month, the second for journals.
const ADD = `
create or replace function months.add(parent text, after timestamptz) returns void language plpgsql as $$
declare
  whole constant regclass := format('public.%I', parent)::regclass;
  until constant timestamptz := (date_trunc('month', after at time zone 'utc') + interval '1 month') at time zone 'utc';
  month constant text := to_char(after at time zone 'utc', '_YYYY_MM');
  key_type regtype;
begin
  perform pg_advisory_xact_lock(hashtext('farebox.months'), hashtext(parent));
  if months.last_until(parent) is distinct from after then return; end if;
  select a.atttypid into strict key_type
  from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0] where p.partrelid = whole;
  case key_type
    when 'uuid'::regtype then
      perform months.attach(whole, parent || month, parent || '_default', months.first_uuid(after)::text, months.first_uuid(until)::text);
    when 'bigint'::regtype then
      perform months.attach(whole, parent || month, parent || '_default', months.first_id(after)::text, months.first_id(until)::text);
      perform months.attach(whole, parent || '_journal' || month, parent || '_default', months.first_journal_id(after)::text, months.first_journal_id(until)::text);
    else
      perform months.attach(whole, parent || month, parent || '_default', after::text, until::text);
  end case;
end $$;
`

// Whether a table has a partition for an id.
const HAS = `
create or replace function months.has(parent text, id bigint) returns boolean language sql stable strict as $$
  select exists (
    select from pg_inherits i join pg_class c on c.oid = i.inhrelid,
      lateral regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''?(\\w+)''?\\) TO \\(''(\\d+)''\\)') as bound
    where i.inhparent = format('public.%I', parent)::regclass and id < bound[2]::bigint
      and case bound[1] when 'MINVALUE' then true else id >= bound[1]::bigint end)
$$;
`

// Ids go on in the month that began, once it has its partitions. Where nobody looks in time they go on in the month before, and
// nothing fails. One process at a time looks, so that no number is given twice.
const ADVANCE = `
create or replace function months.advance_ids() returns void language plpgsql as $$
declare
  single_id constant bigint := months.first_id(now());
  journal_id constant bigint := months.first_journal_id(now());
begin
  if to_regclass('public.transfer_single_id_seq') is null then return; end if;
  perform pg_advisory_xact_lock(hashtext('farebox.months'), hashtext('ids'));
  if months.has('transfer', single_id) and months.has('entry', single_id) and (select last_value from public.transfer_single_id_seq) < single_id then
    perform setval('public.transfer_single_id_seq', single_id);
  end if;
  if months.has('transfer', journal_id) and months.has('entry', journal_id) and (select last_value from public.transfer_id_seq) < journal_id then
    perform setval('public.transfer_id_seq', journal_id);
  end if;
end $$;
`

// What differs from 0001: it says between which ids it looks, so that only their months are opened.
const BALANCE = `
create or replace function ledger_entries_balance() returns trigger language plpgsql as $$
declare
  first_id bigint;
  last_id bigint;
  is_off boolean;
begin
  select min(transfer_id), max(transfer_id), bool_or(total <> 0) into first_id, last_id, is_off
  from (select transfer_id, sum(amount) as total from inserted group by transfer_id, currency) s;
  if is_off then
    raise exception 'entries of a transfer must sum to zero in the statement that writes them' using errcode = '23514', constraint = 'I1';
  end if;
  if exists (select from inserted i where not exists (select from transfer t where t.id = i.transfer_id and t.id between first_id and last_id)) then
    raise exception 'an entry needs its transfer' using errcode = '23503', constraint = 'I2';
  end if;
  return null;
end $$;
`

// A month that is dropped is carried forward.
const KINDS = `
alter table transfer drop constraint transfer_kind_check;
alter table transfer add constraint transfer_kind_check check (kind in ('single', 'hold', 'capture', 'release', 'journal', 'carried')) not valid;
`

// What happens once has to be unique over all months, and no index of a partitioned table can say that. Journals have no row here.
// The indexes of before, which stay on the first partition, give their names to those that follow them.
const ONCE = `
do $$
declare
  name text;
begin
  for name in select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'public.transfer'::regclass and starts_with(c.relname, 'transfer_one_') loop
    execute format('alter index public.%I rename to %I', name, replace(name, 'transfer_one_', 'transfer_former_one_'));
  end loop;
end $$;
create table if not exists transfer_one (
  transfer_id bigint not null,
  kind text not null,
  call_id uuid,
  hold_id bigint,
  reason text,
  primary key (transfer_id)
);
create unique index if not exists transfer_one_credit on transfer_one (call_id) where reason = 'credit:x402';
create unique index if not exists transfer_one_hold on transfer_one (call_id) where kind = 'hold';
create unique index if not exists transfer_one_market_step on transfer_one (call_id, reason) where reason like 'market:%';
create unique index if not exists transfer_one_purchase on transfer_one (call_id) where reason = 'purchase:x402';
create unique index if not exists transfer_one_resolution on transfer_one (hold_id) where kind in ('capture', 'release');
create unique index if not exists transfer_one_settlement on transfer_one (call_id) where reason = 'settle:x402';
`

const NOTED = `
create or replace function transfer_is_noted() returns trigger language plpgsql as $$
begin
  insert into transfer_one (transfer_id, kind, call_id, hold_id, reason) values (new.id, new.kind, new.call_id, new.hold_id, new.reason);
  return null;
end $$;
create or replace trigger transfer_noted after insert on transfer for each row when (
  new.kind not in ('journal', 'carried') and (new.kind <> 'single' or new.reason in ('credit:x402', 'purchase:x402', 'settle:x402') or new.reason like 'market:%')
) execute function transfer_is_noted();
create or replace trigger transfer_one_kept before update or delete or truncate on transfer_one for each statement execute function ledger_is_immutable();
`

// Ids of before are far below every month.
const BOUNDS = `
do $$
declare
  bound constant bigint := months.first_id((date_trunc('month', now() at time zone 'utc') + interval '1 month') at time zone 'utc');
begin
  if exists (select from pg_constraint where conrelid = 'public.entry'::regclass and conname = 'entry_first_months') then return; end if;
  execute format('alter table transfer add constraint transfer_first_months check (id < %L) not valid', bound);
  execute format('alter table entry add constraint entry_first_months check (transfer_id < %L) not valid', bound);
end $$
`

// An identity has its sequence until the column is no identity any more, and statements name that sequence for journals. The new
// one begins so far above that they never meet. It takes no lock of a table, because some statements take a number before they
// lock the table, and others after.
const SEQUENCE = `
do $$
begin
  if to_regclass('public.transfer_former_id_seq') is not null then return; end if;
  alter sequence public.transfer_id_seq rename to transfer_former_id_seq;
  create sequence public.transfer_id_seq;
  perform setval('public.transfer_id_seq', last_value + 4294967296) from public.transfer_former_id_seq;
end $$
`

// Holds of bids are looked up by their bid. Building the index waits for every statement that still knows the former sequence.
const INVALID = `
do $$
begin
  if exists (select from pg_index where indexrelid = to_regclass('public.transfer_held') and not indisvalid) then drop index public.transfer_held; end if;
end $$
`
const HELD = `create index concurrently if not exists transfer_held on transfer (call_id) where kind = 'hold'`

const KNOWN = `
insert into transfer_one (transfer_id, kind, call_id, hold_id, reason)
select id, kind, call_id, hold_id, reason from transfer
where kind not in ('journal', 'carried') and (kind <> 'single' or reason in ('credit:x402', 'purchase:x402', 'settle:x402') or reason like 'market:%')
on conflict (transfer_id) do nothing`

const VALIDATED = [
  `alter table transfer validate constraint transfer_first_months`,
  `alter table transfer validate constraint transfer_kind_check`,
  `alter table entry validate constraint entry_first_months`,
]
