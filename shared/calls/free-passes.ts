/** The outcome that a pass covers only once. */
export const FEATURED_SLOT = 'featured-agent-slot'

/**
 * The assignments of every statement that ends calls. The database moves the money of a call whose row is its hold, in the
 * same statement (trigger `call_moves`); a call that an earlier release accepted becomes its own hold here.
 */
export const ENDED = 'hold_id = null, input = null, lease_until = null, finished_at = now()'

/** The columns that `done` must return for `FREE_PASSES`. */
export const DONE_COLUMNS = 'c.id, c.state, c.pass_id, c.reply_to, c.slug'

/**
 * The tail of every statement that ends calls which a pass may cover. Expects a CTE `done` that returns `DONE_COLUMNS` of
 * the calls just moved to their final state: each pass has fewer open calls, and its featured slot again when the call was
 * released. Pass rows are locked in id order before the first of them changes (the count of `locked_passes` waits for that).
 */
export const FREE_PASSES = `
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

/** `FREE_PASSES` for a `done` of at most one call. */
export const FREE_LONE_PASS = `
freed as (
  update pass p set open_calls = p.open_calls - 1,
    featured_used = greatest(p.featured_used - case when d.state = 'released' and d.slug = '${FEATURED_SLOT}' then 1 else 0 end, 0)
  from done d where p.id = d.pass_id
)`
