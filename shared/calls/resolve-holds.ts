import { LEDGER } from './ledger-accounts.ts'

/** The outcome that a pass covers only once. */
export const FEATURED_SLOT = 'featured-agent-slot'

/**
 * The tail of every statement that ends calls paid on chain. Their accounts have no balance and no pass covers them.
 * Expects a CTE `done`, as RESOLVE_HOLDS does; it is the first part of RESOLVE_HOLDS.
 */
export const RESOLVE_CHAIN_HOLDS = `
moved as materialized (
  select nextval('transfer_id_seq') as transfer_id, d.* from done d where d.hold_id is not null
),
resolved as (
  insert into transfer (id, kind, call_id, hold_id, account_id, amount)
  select transfer_id, case state when 'captured' then 'capture' else 'release' end, id, hold_id, account_id, price from moved
),
entered as (
  insert into entry (transfer_id, account_id, amount)
  select transfer_id, account_id, -price from moved where state = 'captured'
  union all
  select transfer_id, ${LEDGER.revenueOutcomes}, price from moved where state = 'captured'
)`

/**
 * The tail of every statement that ends calls. Expects a CTE `done` that returns `DONE_COLUMNS` of the calls just moved
 * to their final state. It moves the money in the same statement: a capture with its two entries or a release, the
 * wallet's `held` and `posted`, the pass's open calls, and its featured slot when the call was released. Account rows
 * are locked in id order before the first of them changes (the counts of `locked` and `locked_passes` wait for that);
 * accounts of on-chain payments carry no balance and are not touched. One statement, so everything commits or nothing
 * does.
 */
export const RESOLVE_HOLDS = `${RESOLVE_CHAIN_HOLDS},
locked as materialized (
  select id from account where id in (select account_id from moved) and kind in ('wallet', 'promo') order by id for update
),
settled as (
  update account a set
    held = a.held - s.held,
    posted = a.posted - s.captured,
    day_spent = case when a.day = (now() at time zone 'utc')::date then greatest(a.day_spent - s.released_today, 0) else a.day_spent end,
    month_spent = case when a.month = date_trunc('month', now() at time zone 'utc')::date then greatest(a.month_spent - s.released_this_month, 0) else a.month_spent end
  from (
    select m.account_id, sum(m.price) as held,
      coalesce(sum(m.price) filter (where m.state = 'captured'), 0) as captured,
      coalesce(sum(m.price) filter (where m.state = 'released' and (m.accepted_at at time zone 'utc')::date = (now() at time zone 'utc')::date), 0) as released_today,
      coalesce(sum(m.price) filter (where m.state = 'released' and date_trunc('month', m.accepted_at at time zone 'utc') = date_trunc('month', now() at time zone 'utc')), 0) as released_this_month
    from moved m group by m.account_id
  ) s
  where a.id = s.account_id and a.kind in ('wallet', 'promo') and (select count(*) from locked) > 0
),
locked_passes as materialized (
  select id from pass where id in (select pass_id from done) order by id for update
),
freed as (
  update pass p set open_calls = p.open_calls - s.calls, featured_used = greatest(p.featured_used - s.slots, 0)
  from (
    select pass_id, count(*) as calls, count(*) filter (where state = 'released' and slug = '${FEATURED_SLOT}') as slots
    from done where pass_id is not null group by pass_id
  ) s
  where p.id = s.pass_id and (select count(*) from locked_passes) > 0
)`

/**
 * `RESOLVE_HOLDS` for a `done` of at most one call. With one account and one pass there is no order of locks to keep, and
 * nothing to sum.
 */
export const RESOLVE_LONE_HOLD = `${RESOLVE_CHAIN_HOLDS},
settled as (
  update account a set
    held = a.held - m.price,
    posted = a.posted - case m.state when 'captured' then m.price else 0 end,
    day_spent = case
      when m.state = 'released' and a.day = (now() at time zone 'utc')::date and a.day = (m.accepted_at at time zone 'utc')::date
      then greatest(a.day_spent - m.price, 0) else a.day_spent end,
    month_spent = case
      when m.state = 'released' and a.month = date_trunc('month', now() at time zone 'utc')::date and a.month = date_trunc('month', m.accepted_at at time zone 'utc')::date
      then greatest(a.month_spent - m.price, 0) else a.month_spent end
  from moved m where a.id = m.account_id and a.kind in ('wallet', 'promo')
),
freed as (
  update pass p set open_calls = p.open_calls - 1,
    featured_used = greatest(p.featured_used - case when d.state = 'released' and d.slug = '${FEATURED_SLOT}' then 1 else 0 end, 0)
  from done d where p.id = d.pass_id
)`

/** The columns that `done` must return. */
export const DONE_COLUMNS = `c.id, c.state, c.account_id, c.pass_id, c.hold_id, c.price, c.accepted_at, c.reply_to, c.slug`
