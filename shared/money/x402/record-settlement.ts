import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import type { ClientBase, Pool as PgPool } from 'pg'

import { QUEUE_ALLOWANCE_MS } from '#shared/calls/accept.ts'
import { DONE_COLUMNS, ENDED } from '#shared/calls/free-passes.ts'
import type { WireRefusal } from '#shared/errors.ts'
import { type Hint, MOST_INLINE } from '#shared/calls/hints.ts'
import type { Pool } from '#shared/calls/pools.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import type { Call } from '#shared/calls/call.entity.ts'
import type { PaymentProof } from '../payment-proof.entity.ts'

/** The new state of the payment's call: it is final and its hint goes to `replyTo`, or it may run now in `pool`. */
export type CallMoved = { replyTo: string; hint: Hint } | { slug: string; pool: Pool }

/** `call` is null for a purchase, and for a call that had already ended. */
export type Recorded = { call: CallMoved | null }

/**
 * Records that a payment is on chain, with all consequences in one statement. A call that ran is captured and its
 * result becomes readable. A call that waits for its money may run. Money that arrives for a payment that was given up
 * is unearned until it is credited. Returns null when it was recorded before, or no such payment exists.
 */
export async function recordPaid(
  pg: PgPool | ClientBase,
  callId: string,
  { transaction, logIndex, settlement }: { transaction: string; logIndex: number | null; settlement: string },
): Promise<Recorded | null> {
  const values = [callId, transaction, settlement, logIndex]
  const { rows } = await pg.query<PaidRow>({ name: 'payment-paid', text: PAID, values })
  const [row] = rows
  if (row === undefined) return null
  const { reply_to: replyTo, slug, pool, network, payer, result, run_ms: runMs, steps } = row
  if (pool !== null) return { call: { slug, pool } }
  if (replyTo === null) return { call: null }
  if (result === null) return { call: { replyTo, hint: callId } }
  const settledBy = { network, payer, transaction, settlement }
  const final = { callId, state: 'captured', refusal: null, runMs: runMs ?? 0, purged: false } as const
  return { call: { replyTo, hint: { ...final, result, steps, settledBy } } }
}

/**
 * Records that a payment will not settle: its call is released without a result, and its payer settles first for 24
 * hours. Housekeeping looks it up once more when the authorization has ended. Returns null when it was recorded before.
 */
export async function recordUnpaid(
  pg: PgPool,
  callId: string,
  reason: string,
  refusal: WireRefusal,
): Promise<Recorded | null> {
  const values = [callId, reason, JSON.stringify(refusal)]
  const { rows } = await pg.query<{ reply_to: string | null }>({ name: 'payment-unpaid', text: UNPAID, values })
  const [row] = rows
  if (row === undefined) return null
  return { call: row.reply_to === null ? null : { replyTo: row.reply_to, hint: callId } }
}

/**
 * Records that the result is not known yet, and schedules the next try after 1, 2, 4 ... 60 seconds. `saidPaid`: a
 * facilitator reported it as paid, and the chain does not show it.
 */
export async function recordUnknown(pg: PgPool, callId: string, saidPaid = false): Promise<void> {
  await pg.query({
    name: 'payment-unknown',
    text: `update payment_proof set next_try_at = now() + make_interval(secs => least(60, power(2, least(tries, 7) - 1))),
        said_paid_at = case when $2::bool then coalesce(said_paid_at, now()) else said_paid_at end
      where call_id = $1::uuid and state in ('settling', 'unpaid') and next_try_at is not null`,
    values: [callId, saidPaid],
  })
}

/** Records that the authorization of an unpaid payment has ended without a transfer: it is not looked up again. */
export async function recordEnded(pg: PgPool, callId: string): Promise<void> {
  await pg.query({
    name: 'payment-ended',
    text: `update payment_proof set next_try_at = null, sealed = null, terms = (terms::jsonb - 'notices')::text where call_id = $1::uuid and state = 'unpaid'`,
    values: [callId],
  })
}

/** `reply_to` is set for a call that is final now, `pool` for one that may run now. */
type PaidRow = RowOf<PaymentProof, 'network' | 'payer'> &
  OrNull<RowOf<Call, 'replyTo'>> &
  RowOf<Call, 'result' | 'runMs' | 'steps'> &
  ({ slug: string; pool: Pool } | { slug: null; pool: null })

/** A payment of a product has no call. */
type OrNull<Row> = { [Column in keyof Row]: Row[Column] | null }

/**
 * Seconds after the end of an unpaid authorization at which it is looked up a last time: clocks differ, blocks are
 * late.
 */
const END_MARGIN_S = 60

// Account 7 is unearned:x402. A payment settled after the run goes from the clearing account to revenue, as the journal of its call.
const PAID = `
with old as materialized (
  select p.call_id, p.state, p.mode, p.amount, p.network, p.payer, a.id as clearing
  from payment_proof p join account a on a.code = 'clearing:x402:' || p.network
  where p.call_id = $1::uuid and p.state in ('settling', 'unpaid') for update of p
),
paid as (
  update payment_proof p set state = 'settled', transaction = $2::text, log_index = $4::int, settlement = $3::text,
    settled_at = now(), failure = null, sealed = null, client = null, next_try_at = case when old.state = 'unpaid' and p.product is null then now() end
  from old where p.call_id = old.call_id
),
done as materialized (
  update call c set state = 'captured', ${ENDED} from old
  where c.id = old.call_id and c.state = 'settling' and old.state = 'settling' and old.mode = 'after'
  returning ${DONE_COLUMNS}, case when length(c.result) <= ${MOST_INLINE} then c.result end as result, c.run_ms, c.steps
),
incoming as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  select 'single', call_id, clearing, amount, 'settle:x402' from old where mode = 'before' or state = 'unpaid'
  returning id, account_id, amount
),
incoming_entries as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, -amount from incoming union all select id, ${LEDGER.unearnedX402}, amount from incoming
),
opened as (
  update call c set state = 'held', enqueued_at = now(), deadline = now() + make_interval(secs => (c.timeout_ms + ${QUEUE_ALLOWANCE_MS}) / 1000.0)
  from old where c.id = old.call_id and c.state = 'paying' and old.state = 'settling'
  returning c.slug, c.pool
)
select d.reply_to, o.slug, o.pool, old.network, old.payer, d.result, d.run_ms, d.steps
from old left join done d on true left join opened o on true`

const UNPAID = `
with old as materialized (
  select call_id, network, payer from payment_proof where call_id = $1::uuid and state = 'settling' for update
),
unpaid as (
  update payment_proof p set state = 'unpaid', failure = $2::text, tries = 0, idem = null, client = null,
    next_try_at = greatest(p.valid_until, now()) + interval '${END_MARGIN_S} seconds'
  from old where p.call_id = old.call_id
),
penalised as (
  update payer s set settle_first_until = now() + interval '24 hours', failures = s.failures + 1
  from old where s.network = old.network and s.address = old.payer
),
done as materialized (
  update call c set state = 'released', refusal = $3::text, result = null, steps = null, ${ENDED}
  from old where c.id = old.call_id and c.state in ('settling', 'paying') returning ${DONE_COLUMNS}
)
select d.reply_to from old left join done d on true`
