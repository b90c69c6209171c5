import type { Pool as PgPool } from 'pg'

import type { PaymentKey } from '#shared/calls/payment-key.ts'
import { centsOf, usdcString } from '#shared/lib/micro-usdc.ts'

/** What a payment bought of an endpoint, and where the seller's share of it is. */
export type VerifiedSellerPayment = {
  /** It paid a call of this endpoint, and the chain has not taken it back. */
  valid: boolean
  settled: boolean
  /** Decimal US dollars; null for a payment that paid no call of this endpoint. */
  amount: string | null
  payer: string | null
  network: string
  transaction: string | null
  /** How its call ended: `failed` and `void` ones are refunded. */
  call_state: 'open' | 'answered' | 'failed' | 'void' | null
  refunded: boolean
  /** What the seller gets; 0 where its call was not answered. */
  creator_cents: number
  payout: { state: 'none' | 'waiting' | 'due' | 'in_payout' | 'paid'; tx: string | null }
}

/**
 * Looks up a payment of a call of an endpoint, by its key or by its transaction. Reads only what is on public chains
 * anyway, and the state of the seller's share.
 */
export async function verifySellerPayment(
  pg: PgPool,
  slug: string,
  asked: { network: string; key: PaymentKey | null; transaction: string | null },
): Promise<VerifiedSellerPayment> {
  const { network, key, transaction } = asked
  // SQL: one read over payment, call, payable and payout.
  const { rows } = await pg.query<Row>({
    name: 'seller-payment-verify',
    text: VERIFY,
    values: [slug, network, key?.asset ?? null, key?.proof ?? null, transaction],
  })
  const [row] = rows
  if (row === undefined)
    return {
      valid: false,
      settled: false,
      amount: null,
      payer: null,
      network,
      transaction,
      call_state: null,
      refunded: false,
      creator_cents: 0,
      payout: { state: 'none', tx: null },
    }
  const isAnswered = row.state === 'answered'
  return {
    valid: row.payment_state === 'settled' || row.payment_state === 'settling',
    settled: row.payment_state === 'settled',
    amount: usdcString(BigInt(row.amount)),
    payer: row.payer,
    network,
    transaction: row.transaction,
    call_state: row.state,
    refunded: row.is_credited,
    creator_cents: isAnswered ? centsOf(BigInt(row.share)) : 0,
    payout: { state: row.payable_state ?? 'none', tx: row.signature },
  }
}

type Row = {
  payment_state: string
  amount: string
  payer: string
  transaction: string | null
  state: 'open' | 'answered' | 'failed' | 'void'
  share: string
  is_credited: boolean
  payable_state: 'waiting' | 'due' | 'in_payout' | 'paid' | null
  signature: string | null
}

const VERIFY = `
select p.state as payment_state, p.amount::text, p.payer, p.transaction, c.state, c.share::text, p.credit_key_id is not null as is_credited,
  y.state as payable_state, t.signature
from payment_proof p join seller_call c on c.call_id = p.call_id join seller_endpoint e on e.id = c.endpoint_id
left join payable y on y.id = c.call_id left join payout_leg l on l.payout_id = y.payout_id and l.is_live
left join payout_transaction t on t.id = l.transaction_id
where e.slug = $1 and p.network = $2 and ((p.asset = $3 and p.proof = $4) or p.transaction = $5)
limit 1`
