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
    for (const statement of [COLUMNS, WRITTEN, INSERTED, GIVEN, CHANGED, OPENS, ENDS]) this.addSql(statement)
  }
}

// The next migrations validate the check.
const COLUMNS = `
alter table call add column journal_id bigint;
alter table transfer drop constraint transfer_kind_check;
alter table transfer add constraint transfer_kind_check check (kind in ('single', 'hold', 'capture', 'release', 'journal')) not valid;
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

// What a statement changed is the difference of all its rows, as they are now, and as they were: no row is joined with its
// former self. Wallets are locked in id order before the first of them changes (the count of \`locked\` waits for that);
// accounts of payments on chain carry no balance. Account 1 is revenue:outcomes.
const ENDS = `
create function call_moves_money() returns trigger language plpgsql as $$
begin
  if not exists (select from changed where finished_at is not null) then return null; end if;
  with sides as (
    select 1 as sign, account_id, journal_id, price, finished_at is null as is_open, state = 'captured' as is_captured, accepted_at at time zone 'utc' as accepted_at
    from changed where hold_id is null
    union all
    select -1, account_id, journal_id, price, finished_at is null, state = 'captured', accepted_at at time zone 'utc'
    from former f where hold_id is null or exists (select from changed c where c.id = f.id and c.hold_id is null)
  ),
  sums as materialized (
    select account_id, journal_id,
      coalesce(sum(sign * price) filter (where is_open), 0)::bigint as held,
      coalesce(sum(sign * price) filter (where is_captured), 0)::bigint as captured,
      coalesce(sum(sign * price) filter (where (is_open or is_captured) and accepted_at >= ${TODAY}), 0)::bigint as today,
      coalesce(sum(sign * price) filter (where (is_open or is_captured) and accepted_at >= ${THIS_MONTH}), 0)::bigint as this_month
    from sides where price > 0 group by account_id, journal_id
  ),
  moves as materialized (
    select account_id, sum(held)::bigint as held, sum(captured)::bigint as captured, sum(today)::bigint as today, sum(this_month)::bigint as this_month
    from sums group by account_id having sum(held) <> 0 or sum(captured) <> 0
  ),
  locked as materialized (
    select id from account where id in (select account_id from moves) and kind in ('wallet', 'promo') order by id for update
  ),
  settled as (
    update account a set held = a.held + m.held, posted = a.posted - m.captured,
      day_spent = case when a.day = ${TODAY} then greatest(a.day_spent + m.today, 0) else a.day_spent end,
      month_spent = case when a.month = ${THIS_MONTH} then greatest(a.month_spent + m.this_month, 0) else a.month_spent end
    from moves m where a.id = m.account_id and a.kind in ('wallet', 'promo') and (select count(*) from locked) > 0
  ),
  journals as (
    insert into transfer (id, kind, account_id, amount)
    select journal_id, 'journal', account_id, captured from sums where journal_id is not null and captured <> 0
    returning id, account_id, amount
  )
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, -amount from journals union all select id, 1, amount from journals;
  return null;
end $$;
create trigger call_moves after update on call referencing old table as former new table as changed for each statement execute function call_moves_money();
`
