import type { ClientBase, Pool as PgPool } from 'pg'

import type { PaymentKey } from '#shared/calls/payment-key.ts'

/**
 * A payment as it stands: `claimed` is nobody's yet; `verified` waits for its call's result, `settling` for the chain;
 * `settled` and `unpaid` are what became of it; `reversed` is one that a chain took back afterwards.
 */
export type Payment = {
  key: PaymentKey
  callId: string
  state: 'claimed' | 'verified' | 'settling' | 'settled' | 'unpaid' | 'reversed'
  /** Settled after the run, or before it; null while it is only claimed. */
  mode: 'after' | 'before' | null
  payer: string
  amount: bigint
  /** Method and path it is bound to, and a digest of the request's body. */
  resource: string | null
  requestDigest: Buffer | null
  payloadDigest: Buffer | null
  hasToken: boolean
  transaction: string | null
  /** JSON text of the x402 v2 SettleResponse, the same for every replay. */
  settlement: string | null
  failure: string | null
  product: string | null
  terms: string | null
  answer: string | null
  secretRef: string | null
  /** The prepaid key the payer got back for a call that failed after it was settled. */
  creditKeyId: string | null
  /** Its claim has run out: whoever comes next may take it over. */
  isAbandoned: boolean
}

/** The payment under a key; null when nobody sent it, or it was given back. */
export const readPayment = (pg: PgPool | ClientBase, { network, asset, proof }: PaymentKey): Promise<Payment | null> =>
  read(pg, 'payment-read', 'p.network = $1 and p.asset = $2 and p.proof = $3', [network, asset, proof])

/** The payments under several keys, in any order; those that nobody sent, or that were given back, are left out. */
export const readPayments = (pg: PgPool, keys: readonly PaymentKey[]): Promise<Payment[]> =>
  readAll(
    pg,
    'payment-read-many',
    '(p.network, p.asset, p.proof) in (select * from unnest($1::text[], $2::text[], $3::text[]))',
    [keys.map(({ network }) => network), keys.map(({ asset }) => asset), keys.map(({ proof }) => proof)],
  )

/** The payment of a call or purchase; null when it is not paid by x402, or its payment was given back. */
export const readPaymentOf = (pg: PgPool | ClientBase, callId: string): Promise<Payment | null> =>
  read(pg, 'payment-read-of', 'p.call_id = $1::uuid', [callId])

/** The first payment of a payer that a transaction on chain settled; it may have settled several. */
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
  const { credit_key_id, is_abandoned, ...same } = rest
  return {
    ...same,
    key: { network, asset, proof },
    callId: call_id,
    amount: BigInt(amount),
    requestDigest: request_digest,
    payloadDigest: payload_digest,
    hasToken: has_token,
    secretRef: secret_ref,
    creditKeyId: credit_key_id,
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
  credit_key_id: string | null
  is_abandoned: boolean
}

const COLUMNS = `p.network, p.asset, p.proof, p.call_id, p.state, p.mode, p.payer, p.amount, p.resource, p.request_digest,
  p.payload_digest, p.has_token, p.transaction, p.settlement, p.failure, p.product, p.terms, p.answer, p.secret_ref,
  k.key_id as credit_key_id, p.state = 'claimed' and p.held_until < now() as is_abandoned
from payment_proof p left join service_key k on k.id = p.credit_key_id`
