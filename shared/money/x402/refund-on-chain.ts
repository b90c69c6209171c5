import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { SOLANA } from '#shared/chains/networks.ts'

/** A refund on chain: the id of its payout, how far it is, and its transaction once there is one. */
export type ChainRefund = { id: string; state: string; transaction: string | null }

/**
 * Sends the credit of a call, or of a refunded purchase, back to the Solana wallet that paid, instead of a prepaid
 * key: revokes the unspent key and makes a payout of its money, in one statement, once. Returns the refund, also when it
 * exists already; null when there is none to make: no credit, one that was spent or is in use, or a payment on another
 * network.
 */
export async function refundOnChain(pg: PgPool, callId: string): Promise<ChainRefund | null> {
  await pg.query({ name: 'payment-refund', text: REFUND, values: [callId, SOLANA, uuidv7()] })
  return readChainRefund(pg, callId)
}

/** The refund of a call on chain; null when there is none. */
export async function readChainRefund(pg: PgPool, callId: string): Promise<ChainRefund | null> {
  const { rows } = await pg.query<ChainRefund>({ name: 'payment-refunded', text: REFUNDED, values: [callId] })
  return rows[0] ?? null
}

const REFUND = `
with due as materialized (
  select p.call_id, coalesce(t.amount, p.amount) as amount, p.payer, k.id as key_id, k.account_id
  from payment_proof p left join purchase s on s.id = p.call_id
  left join transfer t on t.call_id = p.call_id and t.kind = 'single' and t.reason = 'credit:x402'
  join service_key k on k.id = p.credit_key_id or k.key_id = s.refund_key_id
  where p.call_id = $1::uuid and p.network = $2 and k.status = 'active' for update of k
), locked as materialized (
  select a.id as account_id, d.call_id, d.amount, d.payer, d.key_id from due d join account a on a.id = d.account_id
  where a.posted = d.amount and a.held = 0 for update of a
), revoked as (
  update service_key set status = 'revoked', revoked_at = now() from locked l where service_key.id = l.key_id
), moved as (
  insert into transfer (kind, call_id, account_id, amount, reason) select 'single', call_id, account_id, amount, 'refund:x402' from locked
  returning id, account_id, amount
), entered as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, -amount from moved union all select id, ${LEDGER.refunds}, amount from moved
), emptied as (
  update account a set posted = 0 from locked l where a.id = l.account_id
)
insert into payout (id, pay_to, call_id, amount) select $3::uuid, payer, call_id, amount from locked`

const REFUNDED = `
select p.id, p.state, t.signature as transaction from payout p
left join payout_leg l on l.payout_id = p.id and l.is_live left join payout_transaction t on t.id = l.transaction_id
where p.call_id = $1::uuid`
