/** SQL: all calls that are there, and what stays of those whose month was dropped. */
export const EVERY_CALL = `(
  select id, slug, payer, account_id, price, state, finished_at, hold_id, journal_id, null::bigint as carried_id from call
  union all
  select id, slug, payer, account_id, price, state, finished_at, null, journal_id, carried_id from kept_call
)`
