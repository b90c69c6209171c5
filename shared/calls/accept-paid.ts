import { LEDGER } from './ledger-accounts.ts'
import type { Pool as PgPool } from 'pg'

import type { PaymentKey } from './payment-key.ts'

import { type CallToAccept, findReplay, QUEUE_ALLOWANCE_MS } from './accept.ts'

/** A call and the verified payment that pays for it. */
export type PaidCall = CallToAccept & {
  key: PaymentKey
  /** The id of the request that holds the claim on the payment. */
  holder: string
  payer: string
  /** The mode the outcome declares. The payer's record can change `after` to `before`. */
  settle: 'after' | 'before'
  /** Whether the call may run before settlement even if this payer has never paid here. */
  trustsUnproven: boolean
  /** The payer's balance at verify, in micro-USDC; null when the facilitator did not report it. */
  balance: bigint | null
  /** Method and path. Together with the digest of the body, it is what the payment is bound to from now on. */
  resource: string
  requestDigest: Buffer
  identifier: string | null
  /** Unix time in seconds until which the payment can settle. */
  validUntil: number
  /** The payment payload, encrypted, for a later settlement. */
  sealed: string
}

/**
 * `accepted`: with `after` the call may run now; with `before` it runs once its payment has settled. `replay`: another
 * call of this payer has this Idempotency-Key. `limit`: the payer's unsettled amounts would exceed its balance. `lost`:
 * another request took over the claim, or the other call with this key was released meanwhile; the client must present
 * the payment again.
 */
export type PaidAnswer =
  | { kind: 'accepted'; mode: 'after' | 'before'; isUnproven: boolean }
  | { kind: 'replay'; callId: string; sameBody: boolean }
  | { kind: 'identifier_taken' }
  | { kind: 'limit' }
  | { kind: 'lost' }

/** Number of unsettled payments one payer may have. Further payments settle before their calls run. */
export const MOST_UNSETTLED = 4

/**
 * Binds a verified payment to its call and accepts the call, in one statement. The payer's row is locked to decide
 * whether the call may run before settlement. The payer's unsettled amounts never exceed the balance read at verify. A
 * payer settles first after a recent settlement failure, or if it has never paid here and is not trusted.
 */
export async function acceptPaid(pg: PgPool, call: PaidCall, replyTo: string): Promise<PaidAnswer> {
  try {
    const { rows } = await pg.query<Row>({ name: 'call-accept-paid', text: ACCEPT, values: valuesOf(call, replyTo) })
    const answer = answerOf(rows[0])
    if (call.idem === null || answer.kind !== 'replay' || answer.callId !== '') return answer
    // The other call with this key was committed while this statement waited for the payer's row, so its snapshot
    // misses it.
    return (await findReplay(pg, call.idem, call.inputDigest)) ?? { kind: 'lost' }
  } catch (error) {
    // Two payments of one payer used one identifier at the same time; this one came second.
    if (isIdentifierClash(error)) return { kind: 'identifier_taken' }
    throw error
  }
}

type Row = {
  verdict: 'accepted' | 'replay' | 'identifier_taken' | 'limit'
  mode: 'after' | 'before'
  is_unproven: boolean
  replay_of: string | null
  same_body: boolean | null
}

function answerOf(row: Row | undefined): PaidAnswer {
  if (row === undefined) return { kind: 'lost' }
  if (row.verdict === 'accepted') return { kind: 'accepted', mode: row.mode, isUnproven: row.is_unproven }
  if (row.verdict === 'replay') return { kind: 'replay', callId: row.replay_of ?? '', sameBody: row.same_body ?? true }
  return { kind: row.verdict }
}

const valuesOf = (call: PaidCall, replyTo: string) => [
  call.key.network,
  call.key.asset,
  call.key.proof,
  call.holder,
  call.payer,
  call.slug,
  call.pool,
  call.priceMicroUsdc.toString(),
  call.timeoutMs,
  call.input,
  call.inputDigest,
  call.idem,
  replyTo,
  call.settle,
  call.balance?.toString() ?? null,
  call.resource,
  call.requestDigest,
  call.identifier,
  call.validUntil,
  call.sealed,
  call.trustsUnproven,
]

const isIdentifierClash = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'payment_proof_identifier'

/**
 * SQL that judges a verified payment: the claim, the locked payer and the limits. Uses parameters $1 to $5 and the SQL
 * expressions passed in. The payer's row is inserted here because only a verified payment proves that the wallet
 * belongs to the sender. On conflict, the update locks the existing row.
 */
export const judgePaymentSql = (settle: string, balance: string, identifier: string, trusted: string) => `
mine as materialized (
  select call_id, amount, payer from payment_proof
  where network = $1 and asset = $2 and proof = $3 and holder = $4 and state = 'claimed' for update
),
standing as materialized (
  insert into payer as s (network, address) select $1::text, $5::text from mine
  on conflict (network, address) do update set address = excluded.address returning s.*
),
weighed as materialized (
  select m.call_id, m.amount, s.proven_at is null as is_unproven,
    case
      when ${settle} = 'before' or s.settle_first_until > now() or s.open_payments >= ${MOST_UNSETTLED} then 'before'
      when s.proven_at is null and not ${trusted} then 'before'
      else 'after'
    end as mode,
    case
      when exists (
        select from payment_proof o
        where o.network = $1 and o.payer = m.payer and o.identifier = ${identifier} and o.state <> 'claimed'
      ) then 'identifier_taken'
      when s.open_payments > 0 and (${balance} is null or s.open_amount + m.amount > ${balance}) then 'limit'
    end as verdict
  from mine m join standing s on true
)`

/** Seconds before settlement-watch also settles a bound payment. Settling twice moves the money at most once. */
export const SETTLE_ALLOWANCE_S = 6

// A call whose Idempotency-Key is taken is left out by the trigger `call_takes_key`.
const ACCEPT = `
with ${judgePaymentSql('$14::text', '$15::bigint', '$18::text', '$21::bool')},
judged as materialized (
  select w.call_id, w.mode, w.is_unproven, coalesce(case when c.call_id is not null then 'replay' end, w.verdict) as verdict,
    c.call_id as replay_of, c.input_digest = $11::bytea as same_body
  from weighed w left join call_key c on c.idem = $12::text
),
fitting as materialized (
  select call_id, mode,
    case when mode = 'before' then ${LEDGER.unearnedX402} else (select id from account where code = 'clearing:x402:' || $1) end as account_id
  from judged where verdict is null
),
accepted as (
  insert into call (id, slug, pool, payer, settle, account_id, price, state, timeout_ms, deadline, reply_to, input, input_digest, idem)
  select call_id, $6::text, $7::text, 'x402', mode, account_id, $8::bigint, case mode when 'before' then 'paying' else 'held' end,
    $9::int, now() + make_interval(secs => ($9::int + ${QUEUE_ALLOWANCE_MS}) / 1000.0), $13::text, $10::text, $11::bytea, $12::text
  from fitting
  returning id
),
bound as (
  update payment_proof p set state = case f.mode when 'before' then 'settling' else 'verified' end, mode = f.mode,
    resource = $16::text, request_digest = $17::bytea, identifier = $18::text, valid_until = to_timestamp($19::float8),
    sealed = $20::text, tries = case f.mode when 'before' then 1 else 0 end,
    next_try_at = case f.mode when 'before' then now() + interval '${SETTLE_ALLOWANCE_S} seconds' end
  from fitting f join accepted a on a.id = f.call_id
  where p.network = $1 and p.asset = $2 and p.proof = $3
)
select case when a.id is not null then 'accepted' else coalesce(j.verdict, 'replay') end as verdict, j.mode, j.is_unproven, j.replay_of, j.same_body
from judged j left join accepted a on true`
