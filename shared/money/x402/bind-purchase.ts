import type { Pool as PgPool } from 'pg'

import { judgedPayment, SETTLE_ALLOWANCE_S } from '#shared/calls/accept-paid.ts'

import type { PaymentKey } from '#shared/calls/payment-key.ts'

/** A verified payment for something that is no call: it settles first, then what was bought is made. */
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
  /** Name of what is bought, and JSON text of what it needs to be made. */
  product: string
  terms: string
  /** Its Idempotency-Key with payer and route. */
  idem: string | null
}

/** `replay`: this payer bought under this Idempotency-Key before. */
export type PurchaseAnswer = { kind: 'accepted' | 'replay' | 'identifier_taken' | 'limit' | 'lost' }

/** Binds a verified payment to a purchase: from here on settlement-watch finishes it, whatever becomes of this process. */
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
    // Two payments of one payer under one key, or with one identifier, came at once; this one came second.
    const constraint = error instanceof Error && 'constraint' in error ? error.constraint : null
    if (constraint === 'payment_idem') return { kind: 'replay' }
    if (constraint === 'payment_identifier') return { kind: 'identifier_taken' }
    throw error
  }
}

/**
 * What was bought under an Idempotency-Key in the last 24 hours, or is being bought: its id and the digest of its body.
 * Null when there is nothing; an older use of the key is forgotten.
 */
export async function readPurchaseUnder(
  pg: PgPool,
  idem: string,
): Promise<{ purchaseId: string; requestDigest: Buffer } | null> {
  const { rows } = await pg.query<{ call_id: string; request_digest: Buffer }>({
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
with ${judgedPayment(`'before'`, '$6::bigint', '$7::text', 'true')},
bound as (
  update payment_proof p set state = 'settling', mode = 'before', resource = $8::text, request_digest = $9::bytea,
    identifier = $7::text, valid_until = to_timestamp($10::float8), sealed = $11::text, product = $12::text, terms = $13::text, idem = $14::text,
    tries = 1, next_try_at = now() + interval '${SETTLE_ALLOWANCE_S} seconds'
  from weighed w where w.verdict is null and p.network = $1 and p.asset = $2 and p.proof = $3
)
select coalesce(verdict, 'accepted') as kind from weighed`
