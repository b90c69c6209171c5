/**
 * The statements that make months of calls droppable: the tables of what stays of them, and `months.seal_calls` and
 * `months.drop_calls`, which drop the oldest month with the journals that no remaining call is in. What these moved is carried
 * forward in the same transaction: a transfer of kind `carried` has the sum of their entries for each account.
 */
export const dropStatements = (): readonly string[] => [TABLES, GUARDS, CARRIED, SEAL, ACCOUNTED, DROP]

// `kept_call` has the calls that payments and sellers refer to; `journal_rest` what the dropped calls of a journal cost that
// is still there; `dropped_month` one row for each month.
const TABLES = `
create table kept_call (
  id uuid not null,
  slug text not null,
  payer text not null,
  account_id bigint,
  price bigint not null check (price >= 0),
  state text not null check (state in ('captured', 'released')),
  finished_at timestamptz not null,
  journal_id bigint,
  carried_id bigint,
  primary key (id),
  constraint kept_call_moved_once check (journal_id is null or carried_id is null)
);
create index kept_call_of_journal on kept_call (journal_id) where journal_id is not null;
create table journal_rest (
  journal_id bigint not null,
  amount bigint not null check (amount > 0),
  primary key (journal_id)
);
create table dropped_month (
  name text not null,
  until timestamptz not null,
  calls bigint not null,
  amount bigint not null check (amount >= 0),
  carried_id bigint,
  dropped_at timestamptz not null default now(),
  primary key (name),
  constraint dropped_month_carried_when check ((carried_id is not null) = (amount > 0))
);
create unique index dropped_month_carried_id on dropped_month (carried_id) where carried_id is not null;
`

// Nobody writes them but months.drop_calls, which says for its transaction what it drops.
const GUARDS = `
create function months.is_dropping() returns boolean language sql stable return coalesce(current_setting('farebox.dropping', true), '') <> '';
create function months.refuse_by_hand() returns trigger language plpgsql as $$
begin
  if months.is_dropping() and tg_op <> 'TRUNCATE' then return null; end if;
  raise exception '% on % refused: months.drop_calls alone writes it', tg_op, tg_table_name using errcode = '23514', constraint = 'I73';
end $$;
create trigger kept_call_kept before insert or update or delete or truncate on kept_call for each statement execute function months.refuse_by_hand();
create trigger journal_rest_kept before insert or update or delete or truncate on journal_rest for each statement execute function months.refuse_by_hand();
create trigger dropped_month_kept before insert or update or delete or truncate on dropped_month for each statement execute function months.refuse_by_hand();
`

// Judged when the transaction ends: a month is gone exactly when what it moved is carried.
const CARRIED = `
create function transfer_carried_by_hand() returns trigger language plpgsql as $$
begin
  raise exception 'money is carried forward when a month is dropped' using errcode = '23514', constraint = 'I73';
end $$;
create trigger transfer_carried before insert on transfer for each row
  when (new.kind = 'carried' and coalesce(current_setting('farebox.dropping', true), '') = '') execute function transfer_carried_by_hand();
create function dropped_month_is_carried() returns trigger language plpgsql as $$
begin
  if to_regclass(format('months.%I', new.name)) is not null
    or new.amount <> coalesce((select sum(e.amount) from entry e where e.transfer_id = new.carried_id and e.amount > 0), 0)
    or new.amount <> coalesce((select t.amount from transfer t where t.id = new.carried_id and t.kind = 'carried'), 0) then
    raise exception 'month % is not carried forward as it was', new.name using errcode = '23514', constraint = 'I73';
  end if;
  return null;
end $$;
create constraint trigger dropped_month_carried after insert on dropped_month deferrable initially deferred for each row execute function dropped_month_is_carried();
`

// A month whose calls are all over and purged takes no more writes. Returns whether it is sealed. That takes its lock for some milliseconds.
const SEAL = `
create function months.since(part oid) returns timestamptz language sql stable strict as $$
  select months.time_of((regexp_match(pg_get_expr(relpartbound, oid), 'FROM \\(''([^'']+)''\\)'))[1]::uuid) from pg_class where oid = part
$$;
create function months.is_sealed(part text) returns boolean language sql stable strict as $$
  select exists (select from pg_constraint where conrelid = to_regclass(format('months.%I', part)) and conname = part || '_sealed')
$$;
create function months.seal_calls(part text) returns boolean language plpgsql as $$
declare
  has_open boolean;
begin
  if not pg_try_advisory_xact_lock(hashtext('farebox.months'), hashtext('drop')) or to_regclass(format('months.%I', part)) is null then return false; end if;
  if months.is_sealed(part) then return true; end if;
  execute format('lock table months.%I in access exclusive mode', part);
  execute format('select exists (select from months.%1$I where finished_at is null) or exists (select from months.%1$I where finished_at is not null and purged_at is null)', part) into has_open;
  if has_open then return false; end if;
  execute format('alter table months.%I add constraint %I check (false) not valid', part, part || '_sealed');
  return true;
end $$;
`

// Whether a month of journals has nothing but journals, each of which is the sum of calls that are gone or kept.
const ACCOUNTED = `
create function months.is_accounted(journals regclass) returns boolean language plpgsql as $$
declare
  is_odd boolean;
begin
  execute format('select exists (
    select from %s j left join journal_rest r on r.journal_id = j.id
    left join (select journal_id, sum(price) as total from kept_call where journal_id is not null group by journal_id) k on k.journal_id = j.id
    where j.kind <> ''journal'' or j.amount <> coalesce(r.amount, 0) + coalesce(k.total, 0))', journals) into is_odd;
  return not is_odd;
end $$;
`

// Drops the oldest month of calls, and the months of journals that ended before it began and have no other calls. Answers 'dropped', or why it waits.
// All sums are read before a table is locked: nobody writes to these months any more. Whoever waits for the lock does so for a second at most.
const DROP = `
create function months.drop_calls(part text) returns text language plpgsql as $$
declare
  whole constant regclass := to_regclass(format('months.%I', part));
  since constant timestamptz := months.since(whole);
  until constant timestamptz := months.until(whole);
  lower_id constant uuid := coalesce(months.first_uuid(since), '00000000-0000-0000-0000-000000000000');
  upper_id constant uuid := months.first_uuid(until);
  month record;
  gone text := whole::text;
  entries text := '';
  ranges int8range[] := '{}';
  calls_gone bigint;
  moved bigint;
  carried bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('farebox.months'), hashtext('drop')) then return 'another process drops a month'; end if;
  if whole is null then return 'it is gone'; end if;
  if not months.is_sealed(part) then return 'calls of it are open or not purged'; end if;
  if exists (select from pg_inherits where inhparent = 'public.call'::regclass and months.until(inhrelid) < until) then return 'an older month is there'; end if;
  if exists (select from payment_proof p where p.call_id >= lower_id and p.call_id < upper_id and exists (select from call c where c.id = p.call_id)
    and (p.next_try_at is not null or p.state in ('claimed', 'verified', 'settling') or (p.state = 'settled' and p.final_at is null))) then return 'a payment of it is open'; end if;
  if exists (select from payment_proof p join call c on c.id = p.call_id
    where p.call_id >= lower_id and p.call_id < upper_id and p.state = 'settled' and p.credit_key_id is null and (c.state = 'released' or c.price < p.amount)) then return 'a credit of it is due'; end if;
  if exists (select from seller_call s where s.call_id >= lower_id and s.call_id < upper_id and (s.ended_at is null or s.is_fair is null)) then return 'a call of a seller is not judged'; end if;
  perform set_config('farebox.dropping', part, true);

  execute format('insert into kept_call (id, slug, payer, account_id, price, state, finished_at, journal_id)
    select c.id, c.slug, c.payer, c.account_id, c.price, c.state, c.finished_at, c.journal_id from %s c
    where c.id in (select call_id from payment_proof where call_id >= $1 and call_id < $2 union select call_id from seller_call where call_id >= $1 and call_id < $2)', whole) using lower_id, upper_id;
  execute format('insert into journal_rest (journal_id, amount)
    select c.journal_id, sum(c.price) from %s c where c.journal_id is not null and not exists (select from kept_call k where k.id = c.id) group by c.journal_id
    on conflict (journal_id) do update set amount = journal_rest.amount + excluded.amount', whole);
  execute format('select count(*) from %s', whole) into calls_gone;

  for month in
    select c.oid::regclass as journals, to_regclass(format('months.%I', 'entry_' || substr(c.relname, 10))) as their_entries, months.until(c.oid) as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.transfer'::regclass and starts_with(c.relname, 'transfer_journal_') and months.until(c.oid) <= since
  loop
    continue when month.their_entries is null or not months.is_accounted(month.journals);
    gone := gone || ', ' || month.journals || ', ' || month.their_entries;
    entries := entries || case entries when '' then '' else ' union all ' end || format('select * from %s', month.their_entries);
    ranges := ranges || int8range(months.first_journal_id(month.ends - interval '1 month'), months.first_journal_id(month.ends));
  end loop;
  if entries <> '' then
    execute format('select sum(total) from (select sum(amount) as total from (%s) e group by account_id, currency) s where total > 0', entries) into moved;
  end if;
  if moved > 0 then
    insert into transfer (kind, account_id, amount, reason) values ('carried', 1, moved, part) returning id into carried;
    execute format('insert into entry (transfer_id, account_id, amount, currency)
      select $1, account_id, sum(amount), currency from (%s) e group by account_id, currency having sum(amount) <> 0', entries) using carried;
  end if;
  update kept_call set journal_id = null, carried_id = carried from unnest(ranges) r where journal_id >= lower(r) and journal_id < upper(r);
  delete from journal_rest using unnest(ranges) r where journal_id >= lower(r) and journal_id < upper(r);
  insert into dropped_month (name, until, calls, amount, carried_id) values (part, until, calls_gone, coalesce(moved, 0), carried);

  for tries in 1..5 loop
    begin
      lock table public.call, public.transfer, public.entry in access exclusive mode;
      exit;
    exception when lock_not_available then
      if tries = 5 then raise; end if;
      perform pg_sleep(1);
    end;
  end loop;
  execute 'drop table ' || gone;
  return 'dropped';
end $$;
`
