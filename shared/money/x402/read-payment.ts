import type { ClientBase, Pool as PgPool } from 'pg'

import type { PaymentKey } from '#shared/calls/payment-key.ts'

/**
 * A payment. `claimed`: not verified yet. `verified`: waits for its call's result. `settling`: waits for the chain.
 * `settled` and `unpaid` are results. `reversed`: a reorganisation removed it after it had settled.
 */
export type Payment = {
  key: PaymentKey
  callId: string
  state: 'claimed' | 'verified' | 'settling' | 'settled' | 'unpaid' | 'reversed'
  /** Whether it settles after the run or before it; null while only claimed. */
  mode: 'after' | 'before' | null
  payer: string
  amount: bigint
  /** The method and path it is bound to; `requestDigest` is a digest of the request's body. */
  resource: string | null
  requestDigest: Buffer | null
  payloadDigest: Buffer | null
  hasToken: boolean
  transaction: string | null
  /** JSON text of the x402 v2 SettleResponse; every replay returns the same text. */
  settlement: string | null
  failure: string | null
  product: string | null
  terms: string | null
  answer: string | null
  secretRef: string | null
  /** Whether its claim has expired, so that the next request may take it over. */
  isAbandoned: boolean
}

/** Returns the payment with this key; null when it was never sent, or its claim was released. */
export const readPayment = (pg: PgPool | ClientBase, { network, asset, proof }: PaymentKey): Promise<Payment | null> =>
  read(pg, 'payment-read', 'p.network = $1 and p.asset = $2 and p.proof = $3', [network, asset, proof])

/** Returns the payments with these keys, in any order. Leaves out those never sent or whose claim was released. */
export const readPayments = (pg: PgPool, keys: readonly PaymentKey[]): Promise<Payment[]> =>
  readAll(
    pg,
    'payment-read-many',
    '(p.network, p.asset, p.proof) in (select * from unnest($1::text[], $2::text[], $3::text[]))',
    [keys.map(({ network }) => network), keys.map(({ asset }) => asset), keys.map(({ proof }) => proof)],
  )

/** Returns the payment of a call or purchase; null when it is not paid by x402, or the claim was released. */
export const readPaymentOf = (pg: PgPool | ClientBase, callId: string): Promise<Payment | null> =>
  read(pg, 'payment-read-of', 'p.call_id = $1::uuid', [callId])

/** Returns the first payment of a payer that a transaction settled; one transaction may settle several. */
export const readPaymentBy = (
  pg: PgPool,
  { network, payer, transaction }: { network: string; payer: string; transaction: string },
): Promise<Payment | null> =>
  read(
    pg,
    'payment-read-by',
    'p.network = $1 and p.payer = $2 and p.transaction = $3 order by p.log_index nulls first limit 1',
    [network, payer, transaction],
  )

async function read(pg: PgPool | ClientBase, name: string, where: string, values: string[]): Promise<Payment | null> {
  const [payment] = await readAll(pg, name, where, values)
  return payment ?? null
}

async function readAll(
  pg: PgPool | ClientBase,
  name: string,
  where: string,
  values: (string | string[])[],
): Promise<Payment[]> {
  const { rows } = await pg.query<Row>({ name, text: `select ${COLUMNS} where ${where}`, values })
  return rows.map(paymentOf)
}

function paymentOf(row: Row): Payment {
  const { network, asset, proof, call_id, request_digest, payload_digest, has_token, secret_ref, amount, ...rest } = row
  const { is_abandoned, ...same } = rest
  return {
    ...same,
    key: { network, asset, proof },
    callId: call_id,
    amount: BigInt(amount),
    requestDigest: request_digest,
    payloadDigest: payload_digest,
    hasToken: has_token,
    secretRef: secret_ref,
    isAbandoned: is_abandoned,
  }
}

type Row = Pick<
  Payment,
  'state' | 'mode' | 'payer' | 'resource' | 'transaction' | 'settlement' | 'failure' | 'product' | 'terms' | 'answer'
> & {
  network: string
  asset: string
  proof: string
  call_id: string
  amount: string
  request_digest: Buffer | null
  payload_digest: Buffer | null
  has_token: boolean
  secret_ref: string | null
  is_abandoned: boolean
}

const COLUMNS = `p.network, p.asset, p.proof, p.call_id, p.state, p.mode, p.payer, p.amount, p.resource, p.request_digest,
  p.payload_digest, p.has_token, p.transaction, p.settlement, p.failure, p.product, p.terms, p.answer, p.secret_ref,
  p.state = 'claimed' and p.held_until < now() as is_abandoned
from payment_proof p`
