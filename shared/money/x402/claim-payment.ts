import type { Pool as PgPool } from 'pg'

import { type FeeRefusal, feeRefusal } from '../settlement/fee-refusal.ts'
import type { PaymentKey } from '#shared/calls/payment-key.ts'

/** How long an unverified claim belongs to its request; after that another request may take it over. */
export const CLAIM_MS = 10_000

export type Claim = {
  key: PaymentKey
  payer: string
  amount: bigint
  /** The id of the call or purchase that the payment will pay if it is valid. */
  callId: string
  /** Random. Only the request that knows it can bind or release this claim. */
  holder: string
  payloadDigest: Buffer
  hasToken: boolean
  /** Unix time in seconds; null where the scheme has none. */
  validAfter: number | null
  validBefore: number | null
  /** Milliseconds from now for which the authorization must stay valid. */
  neededMs: number
  facilitatorUrl: string
  /** A keyed hash of the sender's IP address (client-hash.ts). */
  client: Buffer
}

export type ClaimAnswer = 'claimed' | 'taken' | 'not_yet' | 'expired' | 'too_short' | 'distrusted' | FeeRefusal

/**
 * Claims a payment before it is verified, so that only one of several concurrent requests, in any process, continues.
 * An existing payment is `taken` even when its times have passed, because its answer may be requested later. Times are
 * checked by the database's clock. A claim need not survive a database crash, so the commit does not wait for the disk.
 */
export async function claimPayment(relaxed: PgPool, claim: Claim): Promise<ClaimAnswer> {
  const { key, payer, amount, callId, holder, payloadDigest, hasToken, validAfter, validBefore, neededMs } = claim
  const { rows } = await relaxed.query<{ refused: ClaimAnswer | null; claimed: boolean }>({
    name: 'payment-claim',
    text: CLAIM,
    values: [
      key.network,
      key.asset,
      key.proof,
      callId,
      payer,
      amount.toString(),
      holder,
      payloadDigest,
      hasToken,
      validAfter,
      validBefore,
      neededMs / 1_000,
      claim.facilitatorUrl,
      claim.client,
    ],
  })
  const [row] = rows
  if (row?.claimed === true) return 'claimed'
  // A request that lost the race for the row gets neither a claim nor a reason.
  return row?.refused ?? 'taken'
}

/**
 * Deletes a claim that was not verified, as if the payment had never been sent. Returns false when it was taken over.
 */
export async function unclaimPayment(relaxed: PgPool, key: PaymentKey, holder: string): Promise<boolean> {
  const { rowCount } = await relaxed.query({
    name: 'payment-unclaim',
    text: `delete from payment_proof where network = $1 and asset = $2 and proof = $3 and holder = $4 and state = 'claimed'`,
    values: [key.network, key.asset, key.proof, holder],
  })
  return rowCount === 1
}

const CLAIM = `
with judged as materialized (
  select case
    when exists (
      select from payment_proof p where p.network = $1 and p.asset = $2 and p.proof = $3 and (p.state <> 'claimed' or p.held_until >= now())
    ) then 'taken'
    when exists (select from distrusted_facilitator where url = $13::text) then 'distrusted'
    when $10::float8 > extract(epoch from now()) then 'not_yet'
    when $11::float8 <= extract(epoch from now()) then 'expired'
    when $11::float8 < extract(epoch from now()) + $12::float8 then 'too_short'
    else ${feeRefusal('$1', '$5::text', '$14::bytea')}
  end as refused
),
claimed as (
  insert into payment_proof as p (network, asset, proof, call_id, payer, amount, holder, held_until, payload_digest, has_token, client)
  select $1::text, $2::text, $3::text, $4::uuid, $5::text, $6::bigint, $7::text, now() + interval '${CLAIM_MS} milliseconds', $8::bytea, $9::bool, $14::bytea
  from judged where refused is null
  on conflict (network, asset, proof) do update set call_id = excluded.call_id, payer = excluded.payer, amount = excluded.amount,
    holder = excluded.holder, held_until = excluded.held_until, payload_digest = excluded.payload_digest,
    has_token = excluded.has_token, client = excluded.client, claimed_at = now()
    where p.state = 'claimed' and p.held_until < now()
  returning p.holder
)
select refused, exists (select from claimed) as claimed from judged`
