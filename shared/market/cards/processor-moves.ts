import { LEDGER } from '#shared/calls/ledger-accounts.ts'

/**
 * The part of a statement that moves money between ledger accounts and what the card processor holds. Expects a CTE `legs`
 * (reason, account_id, amount): a positive amount goes from the account to the processor, a negative one comes back under
 * its reason with `-again`. `$1` is the purchase or the hire that the transfers belong to.
 */
export const PROCESSOR_MOVES = `
moves as materialized (
  select reason, account_id as from_id, ${LEDGER.cardProcessor}::bigint as to_id, amount from legs where amount > 0
  union all
  select reason || '-again', ${LEDGER.cardProcessor}, account_id, -amount from legs where amount < 0
),
moved as (
  insert into transfer (kind, call_id, account_id, amount, reason) select 'single', $1::uuid, to_id, amount, reason from moves
  returning id, account_id, amount, reason
),
sides as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, amount from moved union all select m.id, v.from_id, -m.amount from moved m join moves v on v.reason = m.reason
)`
