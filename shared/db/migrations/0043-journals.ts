import { Migration } from '@mikro-orm/migrations'

/**
 * The row of an open call is its hold, and what a statement captures from one account is one journal. The database moves
 * the money itself when a statement opens or ends calls, so no statement can forget it. Calls that were accepted by a
 * release before keep their hold as a transfer (`hold_id`); a process of that release moves their money as it did, and a
 * statement of this one takes them over by clearing `hold_id` when it ends them.
 */
export class Journals extends Migration {
  override name = '0043-journals'

  override up() {
    for (const statement of [COLUMNS, REVENUE, WRITTEN, INSERTED, GIVEN, CHANGED, OPENS, ENDS, SHARED])
      this.addSql(statement)
  }
}

// The next migrations validate the check.
const COLUMNS = `
alter table call add column journal_id bigint;
alter table transfer drop constraint transfer_kind_check;
alter table transfer add constraint transfer_kind_check check (kind in ('single', 'hold', 'capture', 'release', 'journal')) not valid;
`

// Where our side of a call is booked: account 1 is revenue:outcomes. `migrate` makes it anew for the number of shards.
const REVENUE = `
create function revenue_account(of_account bigint) returns bigint language sql immutable parallel safe return 1::bigint;
`

// A journal is written by the trigger below and by nothing else.
const WRITTEN = `
create function journal_refused() returns trigger language plpgsql as $$
begin
  raise exception 'a journal is written when its calls are captured' using errcode = '23514', constraint = 'transfer_journals';
end $$;
create trigger transfer_journals before insert on transfer for each row
  when (new.kind = 'journal' and pg_trigger_depth() = 0) execute function journal_refused();
`

// What differs from 0022: no call is written with a journal.
const INSERTED = `
create or replace trigger call_states_insert before insert on call for each row when (
  new.state not in ('held', 'paying') or new.journal_id is not null
  or new.attempt not in (0, 1) or (new.attempt = 1) <> (new.lease_until is not null) or (new.state = 'paying' and new.attempt = 1)
) execute function call_transition_refused();
`

// A statement that captures a call without saying which journal it belongs to gives it one of its own.
const GIVEN = `
create function call_gets_journal() returns trigger language plpgsql as $$
begin
  new.journal_id := nextval('transfer_id_seq');
  return new;
end $$;
create trigger call_given_journal before update on call for each row when (
  new.state = 'captured' and old.state <> 'captured' and new.price > 0 and new.hold_id is null and new.journal_id is null
) execute function call_gets_journal();
`

// What differs from 0026: the former hold may go when the call ends, and the journal comes with the capture and stays.
const CHANGED = `
create or replace trigger call_states before update on call for each row when (
  (old.state is distinct from new.state and not (
    (old.state = 'paying' and new.state in ('held', 'released'))
    or (old.state = 'held' and new.state in ('running', 'released'))
    or (old.state = 'held' and new.state = 'captured' and old.attempt = 1 and new.attempt = 1 and old.lease_until is not null)
    or (old.state = 'running' and new.state in ('captured', 'settling', 'released'))
    or (old.state = 'settling' and new.state in ('captured', 'released'))))
  -- A call on a signed authorization (its hold is on a clearing account) shows no result before that is settled.
  or (old.state in ('held', 'running') and new.state = 'captured' and new.account_id in (5, 6))
  or (old.state = 'running' and new.state = 'settling' and new.account_id not in (5, 6))
  or (old.price <> new.price and not (new.price < old.price and old.state = 'running' and new.state = 'captured'))
  or old.payer <> new.payer or old.slug <> new.slug
  or old.account_id is distinct from new.account_id
  or (old.hold_id is distinct from new.hold_id and (new.hold_id is not null or old.finished_at is not null or new.finished_at is null))
  or (old.journal_id is distinct from new.journal_id and (old.state = 'captured' or new.state <> 'captured'))
  or (old.state <> 'captured' and new.state = 'captured' and (new.journal_id is not null) <> (new.price > 0 and new.hold_id is null))
) execute function call_transition_refused();
`

const TODAY = `(now() at time zone 'utc')::date`
const THIS_MONTH = `date_trunc('month', now() at time zone 'utc')::date`

// The statement that accepts calls has locked their accounts, in the order of their ids.
const OPENS = `
create function call_holds_price() returns trigger language plpgsql as $$
begin
  update account a set held = a.held + s.total,
    day = ${TODAY}, day_spent = case when a.day = ${TODAY} then a.day_spent else 0 end + s.total,
    month = ${THIS_MONTH}, month_spent = case when a.month = ${THIS_MONTH} then a.month_spent else 0 end + s.total
  from (select account_id, sum(price)::bigint as total from opened where price > 0 and hold_id is null group by account_id) s
  where a.id = s.account_id and a.kind in ('wallet', 'promo');
  return null;
end $$;
create trigger call_holds after insert on call referencing new table as opened for each statement execute function call_holds_price();
`

// A statement that ends one call has a way of its own, which does the same. For several, what the statement changed is the
// difference of all its rows, as they are now and as they were: no row is joined with its former self. Wallets are locked in id
// order before the first of them changes (the count of `locked` waits for that); accounts of payments on chain carry no balance.
const ENDS = `
create function call_moves_money() returns trigger language plpgsql as $$
declare
  one record;
  today date;
  this_month date;
  since_today timestamptz;
  since_month timestamptz;
begin
  select (select count(*) from changed) as calls, n.finished_at is null or f.finished_at is not null or n.hold_id is not null as is_idle,
    n.account_id, n.journal_id, f.price as held, case n.state when 'captured' then n.price else 0 end as captured, n.accepted_at
  into one from (select * from changed limit 1) n, (select * from former limit 1) f;
  if one.calls is null or (one.calls = 1 and (one.is_idle or one.held = 0)) then return null; end if;
  if one.calls > 1 and not exists (select from changed where finished_at is not null) then return null; end if;

  if one.calls = 1 and one.captured = one.held then
    update account set held = held - one.held, posted = posted - one.held where id = one.account_id and kind in ('wallet', 'promo');
  else
    today := (now() at time zone 'utc')::date;
    this_month := date_trunc('month', today::timestamp)::date;
    since_today := today::timestamp at time zone 'utc';
    since_month := this_month::timestamp at time zone 'utc';
  end if;

  if one.calls = 1 then
    if one.captured < one.held then
      update account a set held = a.held - one.held, posted = a.posted - one.captured,
        day_spent = case when a.day = today and one.accepted_at >= since_today then greatest(a.day_spent + one.captured - one.held, 0) else a.day_spent end,
        month_spent = case when a.month = this_month and one.accepted_at >= since_month then greatest(a.month_spent + one.captured - one.held, 0) else a.month_spent end
      where a.id = one.account_id and a.kind in ('wallet', 'promo');
    end if;
    if one.captured > 0 then
      insert into transfer (id, kind, account_id, amount) values (one.journal_id, 'journal', one.account_id, one.captured);
      insert into entry (transfer_id, account_id, amount)
      values (one.journal_id, one.account_id, -one.captured), (one.journal_id, revenue_account(one.account_id), one.captured);
    end if;
    return null;
  end if;

  with sides as (
    select 1 as sign, account_id, journal_id, price, finished_at is null as is_open, state = 'captured' as is_captured, accepted_at
    from changed where hold_id is null and price > 0
    union all
    select -1, account_id, journal_id, price, finished_at is null, state = 'captured', accepted_at
    from former f where price > 0 and (hold_id is null or exists (select from changed c where c.id = f.id and c.hold_id is null))
  ),
  sums as materialized (
    select account_id, journal_id,
      coalesce(sum(sign * price) filter (where is_open), 0)::bigint as held,
      coalesce(sum(sign * price) filter (where is_captured), 0)::bigint as captured,
      coalesce(sum(sign * price) filter (where (is_open or is_captured) and accepted_at >= since_today), 0)::bigint as spent_today,
      coalesce(sum(sign * price) filter (where (is_open or is_captured) and accepted_at >= since_month), 0)::bigint as spent_this_month
    from sides group by account_id, journal_id
  ),
  moves as materialized (
    select account_id, sum(held)::bigint as held, sum(captured)::bigint as captured, sum(spent_today)::bigint as spent_today, sum(spent_this_month)::bigint as spent_this_month
    from sums s group by account_id having sum(held) <> 0 or sum(captured) <> 0
  ),
  locked as materialized (
    select id from account where id in (select account_id from moves) and kind in ('wallet', 'promo') order by id for update
  ),
  settled as (
    update account a set held = a.held + m.held, posted = a.posted - m.captured,
      day_spent = case when a.day = today then greatest(a.day_spent + m.spent_today, 0) else a.day_spent end,
      month_spent = case when a.month = this_month then greatest(a.month_spent + m.spent_this_month, 0) else a.month_spent end
    from moves m where a.id = m.account_id and a.kind in ('wallet', 'promo') and (select count(*) from locked) > 0
  ),
  journals as (
    insert into transfer (id, kind, account_id, amount)
    select journal_id, 'journal', account_id, captured from sums where journal_id is not null and captured <> 0
    returning id, account_id, amount
  )
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, -amount from journals union all select id, revenue_account(account_id), amount from journals;
  return null;
end $$;
create trigger call_moves after update on call referencing old table as former new table as changed for each statement execute function call_moves_money();
`

// What differs from 0027: the share of a seller comes from where our side of the call was booked.
const SHARED = `
create or replace function seller_call_ends() returns trigger language plpgsql as $$
declare
  ended seller_call;
  seller_account constant text := 'seller_payable:';
  paid bigint;
  owed bigint;
begin
  update seller_call set ended_at = now(), run_ms = new.run_ms, state = case
      when new.state = 'captured' then 'answered'
      when substring(new.refusal from '^{"code":"([a-z_]+)"') = 'seller_failed' then 'failed'
      else 'void'
    end
  where call_id = new.id returning * into strict ended;
  if new.state <> 'captured' then
    return null;
  end if;
  select id into strict owed from account where code = seller_account || ended.seller_id;
  insert into payable (id, source, seller_id, amount, currency, due_at) values (new.id, 'endpoint', ended.seller_id, ended.share, 'usdc', now());
  insert into transfer (kind, call_id, account_id, amount, reason) values ('single', new.id, owed, ended.share, 'market:seller') returning id into paid;
  insert into entry (transfer_id, account_id, amount) values (paid, owed, ended.share), (paid, revenue_account(new.account_id), -ended.share);
  return null;
end $$;
`
