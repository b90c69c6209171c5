import { uuidv7 } from 'uuidv7'
import type { Pool as PgPool } from 'pg'

import type { FoundPayment, Recorded } from './record-payment.ts'

/**
 * Records that a seller paid his part of a refund to the buyer's wallet. It settles the refund once its block is final.
 * A payment of a refund that is settled, or has its payment, is remembered with its reason and settles nothing.
 */
export async function recordRefundPayment(pg: PgPool, found: FoundPayment): Promise<Recorded> {
  const { orderId, signature, payer, slot, landedAt, owed, received } = found
  // SQL: a decision about money is one statement.
  const { rows } = await pg.query<{ verdict: 'pays' | 'wrong'; reason: string | null }>({
    name: 'solana-refund-payment',
    text: RECORD,
    values: [orderId, uuidv7(), signature, payer, slot, landedAt, owed.map(String), received.map(String)],
  })
  const [row] = rows
  return row?.verdict === 'pays' ? { verdict: 'pays', reason: null } : { verdict: 'known' }
}

const RECORD = `
with ordered as materialized (select * from solana_order where id = $1::uuid for update),
judged as materialized (
  select o.id, exists (select from solana_payment y where y.order_id = o.id and y.verdict = 'pays' and y.state <> 'gone')
    or exists (select from solana_refund r where r.payment_id = o.refund_id and r.settled_at is not null) as is_refunded from ordered o
)
insert into solana_payment (id, order_id, signature, verdict, state, reason, payer, slot, landed_at, owed, received, decided_at)
select $2::uuid, j.id, $3, case when j.is_refunded then 'wrong' else 'pays' end, case when j.is_refunded then 'final' else 'confirmed' end,
  case when j.is_refunded then 'refunded_already' end, $4, $5, $6, $7::bigint[], $8::bigint[], case when j.is_refunded then now() end
from judged j on conflict do nothing returning verdict, reason`
