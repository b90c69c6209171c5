import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import type { Pool as PgPool } from 'pg'
import type { RowOf } from '#shared/db/row-of.ts'
import { IS_CREDITED } from './credit-payer.ts'
import type { PaymentProof } from '../payment-proof.entity.ts'

/**
 * Marks up to `limit` settled payments as final when no reorganisation can change them any more. A payment that was
 * sent again after a reorganisation gets its last transaction. One that could not be sent again is reversed: its amount
 * is booked as a loss, and its payer settles first from then on. Returns the call ids of the reversed ones.
 */
export async function finishFinalPayments(pg: PgPool, limit = 500): Promise<string[]> {
  await pg.query({ name: 'payments-final', text: FINAL, values: [limit] })
  const { rows } = await pg.query<RowOf<PaymentProof, 'callId'>>({
    name: 'payments-reversed',
    text: REVERSE,
    values: [limit],
  })
  return rows.map((row) => row.call_id)
}

/** Joins the settlement process's record of a payment; there is none where another facilitator settled it. */
const SETTLEMENT = `settlement s on s.key = p.network || ':' || p.asset || ':' || p.proof`

const FINAL = `
with done as materialized (
  select p.call_id, s.transaction, s.log_index from payment_proof p left join ${SETTLEMENT}
  where p.state = 'settled' and p.final_at is null
    and ((s.is_final and s.state = 'paid') or (coalesce(s.state, 'seen') = 'seen' and p.settled_at < now() - interval '1 day'))
  order by p.settled_at limit $1 for update of p skip locked
)
update payment_proof p set final_at = now(), transaction = coalesce(d.transaction, p.transaction),
  log_index = coalesce(d.log_index, p.log_index),
  settlement = case when d.transaction <> p.transaction
    then jsonb_set(p.settlement::jsonb, '{transaction}', to_jsonb(d.transaction))::text else p.settlement end
from done d where p.call_id = d.call_id`

// Account 8 is losses:x402. Payments of open calls, and of those whose credit is due, are skipped: their money is not earned yet.
const REVERSE = `
with lost as materialized (
  select p.call_id, p.network, p.payer, p.amount, a.id as clearing
  from payment_proof p join ${SETTLEMENT} join account a on a.code = 'clearing:x402:' || p.network
  where p.state = 'settled' and p.final_at is null and s.is_final and s.state = 'failed'
    and not exists (select from call c where c.id = p.call_id and (c.finished_at is null or (${IS_CREDITED} and p.credit_key_id is null)))
  order by p.settled_at limit $1 for update of p skip locked
),
reversed as (
  update payment_proof p set state = 'reversed', final_at = now(), failure = 'chain_reorganized'
  from lost where p.call_id = lost.call_id
),
moved as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  select 'single', call_id, clearing, amount, 'reversal:x402' from lost returning id, account_id, amount
),
entered as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, amount from moved union all select id, ${LEDGER.lossesX402}, -amount from moved
),
flagged as (
  update payer y set settle_first_until = 'infinity', failures = y.failures + 1
  from (select distinct network, payer from lost) l where y.network = l.network and y.address = l.payer
)
select call_id from lost`
