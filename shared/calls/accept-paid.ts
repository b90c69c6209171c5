import type { Pool as PgPool } from 'pg'

import type { PaymentKey } from './payment-key.ts'

import { type CallToAccept, findReplay, QUEUE_ALLOWANCE_MS } from './accept.ts'

/** A call and the verified payment it is paid with. */
export type PaidCall = CallToAccept & {
  key: PaymentKey
  /** Who holds the claim on the payment. */
  holder: string
  payer: string
  /** What the outcome declares; the payer's standing may make it `before`. */
  settle: 'after' | 'before'
  /** The call may run before its money is there although its payer never paid here. */
  trustsUnproven: boolean
  /** What the payer held at verify, in micro-USDC; null when the facilitator did not say. */
  balance: bigint | null
  /** Method and path, and a digest of the body: what the payment is good for from now on. */
  resource: string
  requestDigest: Buffer
  identifier: string | null
  /** Seconds since 1970 until which it can settle. */
  validUntil: number
  /** The payload for settling it later, encrypted. */
  sealed: string
}

/**
 * `accepted`: with `after` the call may run now, with `before` once its payment is settled. `replay`: another call of
 * this payer has this Idempotency-Key. `limit`: more than the payer holds would be unsettled. `lost`: the claim was taken
 * over by somebody else, or the other call of this key was given up meanwhile: present the payment again.
 */
export type PaidAnswer =
  | { kind: 'accepted'; mode: 'after' | 'before'; isUnproven: boolean }
  | { kind: 'replay'; callId: string; sameBody: boolean }
  | { kind: 'identifier_taken' }
  | { kind: 'limit' }
  | { kind: 'lost' }

/** Payments of one payer that may wait for their calls' results; more are settled before their calls run. */
export const MOST_UNSETTLED = 4

/**
 * Binds a verified payment to its call and accepts the call, in one statement: on the locked row of the payer it is
 * decided whether the call may run before its money is there. The payer's open amounts never exceed the balance read at
 * verify. A payer whose settlement failed of late settles first, and so does one that never paid here and is not trusted.
 */
export async function acceptPaid(pg: PgPool, call: PaidCall, replyTo: string): Promise<PaidAnswer> {
  try {
    const { rows } = await pg.query<Row>({ name: 'call-accept-paid', text: ACCEPT, values: valuesOf(call, replyTo) })
    const answer = answerOf(rows[0])
    if (call.idem === null || answer.kind !== 'replay' || answer.callId !== '') return answer
    // The other call of this key was written while this statement waited for the payer, which is later than it sees.
    return (await findReplay(pg, call.idem, call.inputDigest)) ?? { kind: 'lost' }
  } catch (error) {
    // Two payments of one payer with one identifier came at once; this one came second.
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
  error instanceof Error && 'constraint' in error && error.constraint === 'payment_identifier'

/**
 * What a payment is judged by once it is verified: the claim, the locked payer, limits. The row of a payer is made here,
 * because only a verified payment shows that the wallet is its sender's; the update of a row that is there locks it.
 * Parameters $1 to $5 and the names given.
 */
export const judgedPayment = (settle: string, balance: string, identifier: string, trusted: string) => `
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

/** How long a payment is left to who bound it; then settlement-watch settles it too, which moves money at most once. */
export const SETTLE_ALLOWANCE_S = 6

// Account 7 is unearned:x402; the others are the clearing accounts of the networks.
const ACCEPT = `
with ${judgedPayment('$14::text', '$15::bigint', '$18::text', '$21::bool')},
judged as materialized (
  select w.call_id, w.mode, w.is_unproven, coalesce(case when c.id is not null then 'replay' end, w.verdict) as verdict,
    c.id as replay_of, c.input_digest = $11::bytea as same_body
  from weighed w left join call c on c.idem = $12::text and c.state <> 'released'
),
fitting as materialized (
  select call_id, mode, nextval('transfer_id_seq') as hold_id,
    case when mode = 'before' then 7 else (select id from account where code = 'clearing:x402:' || $1) end as account_id
  from judged where verdict is null
),
accepted as (
  insert into call (id, slug, pool, payer, account_id, price, hold_id, state, timeout_ms, deadline, reply_to, input, input_digest, idem)
  select call_id, $6::text, $7::text, 'x402', account_id, $8::bigint, hold_id, case mode when 'before' then 'paying' else 'held' end,
    $9::int, now() + make_interval(secs => ($9::int + ${QUEUE_ALLOWANCE_MS}) / 1000.0), $13::text, $10::text, $11::bytea, $12::text
  from fitting
  on conflict (idem) where idem is not null and state <> 'released' do nothing
  returning id, account_id, hold_id, price
),
held as (
  insert into transfer (id, kind, call_id, account_id, amount) select hold_id, 'hold', id, account_id, price from accepted
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
