import type { Pool as PgPool } from 'pg'

import { judgePaymentSql, SETTLE_ALLOWANCE_S } from '#shared/calls/accept-paid.ts'

import type { PaymentKey } from '#shared/calls/payment-key.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import type { PaymentProof } from '../payment-proof.entity.ts'

/** A verified payment for a purchase that is not a call. It settles first; then the product is made. */
export type Purchase = {
  key: PaymentKey
  holder: string
  payer: string
  balance: bigint | null
  resource: string
  requestDigest: Buffer
  identifier: string | null
  validUntil: number
  sealed: string
  /** The product's name, and JSON text of the terms needed to make it. */
  product: string
  terms: string
  /** Idempotency-Key with payer and route; null without one. */
  idem: string | null
}

/** `replay`: this payer already bought with this Idempotency-Key. */
export type PurchaseAnswer = { kind: 'accepted' | 'replay' | 'identifier_taken' | 'limit' | 'lost' }

/** Binds a verified payment to a purchase. From here on settlement-watch completes it if this process does not. */
export async function bindPurchase(pg: PgPool, purchase: Purchase): Promise<PurchaseAnswer> {
  const { key, holder, payer, balance, resource, requestDigest, identifier, validUntil, sealed, product, terms, idem } =
    purchase
  const asked = {
    name: 'payment-bind-purchase',
    text: BIND,
    values: [
      key.network,
      key.asset,
      key.proof,
      holder,
      payer,
      balance?.toString() ?? null,
      identifier,
      resource,
      requestDigest,
      validUntil,
      sealed,
      product,
      terms,
      idem,
    ],
  }
  try {
    const { rows } = await pg.query<PurchaseAnswer>(asked)
    return rows[0] ?? { kind: 'lost' }
  } catch (error) {
    // Two payments of one payer used one key or one identifier at the same time; this one came second.
    const constraint = error instanceof Error && 'constraint' in error ? error.constraint : null
    if (constraint === 'payment_proof_idem') return { kind: 'replay' }
    if (constraint === 'payment_proof_identifier') return { kind: 'identifier_taken' }
    throw error
  }
}

/**
 * Returns the purchase made, or being made, with an Idempotency-Key in the last 24 hours: its id and the digest of its
 * body. Returns null when there is none. Clears the key from an older purchase.
 */
export async function readPurchaseUnder(
  pg: PgPool,
  idem: string,
): Promise<{ purchaseId: string; requestDigest: Buffer } | null> {
  const { rows } = await pg.query<RowOf<PaymentProof, 'callId'> & { request_digest: Buffer }>({
    name: 'payment-purchase-under',
    text: UNDER,
    values: [idem],
  })
  const [row] = rows
  return row === undefined ? null : { purchaseId: row.call_id, requestDigest: row.request_digest }
}

const UNDER = `
with forgotten as (
  update payment_proof set idem = null where idem = $1 and settled_at < now() - interval '24 hours' returning call_id
)
select call_id, request_digest from payment_proof where idem = $1 and call_id not in (select call_id from forgotten)`

const BIND = `
with ${judgePaymentSql(`'before'`, '$6::bigint', '$7::text', 'true')},
bound as (
  update payment_proof p set state = 'settling', mode = 'before', resource = $8::text, request_digest = $9::bytea,
    identifier = $7::text, valid_until = to_timestamp($10::float8), sealed = $11::text, product = $12::text, terms = $13::text, idem = $14::text,
    tries = 1, next_try_at = now() + interval '${SETTLE_ALLOWANCE_S} seconds'
  from weighed w where w.verdict is null and p.network = $1 and p.asset = $2 and p.proof = $3
)
select coalesce(verdict, 'accepted') as kind from weighed`
