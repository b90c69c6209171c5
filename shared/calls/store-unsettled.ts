import type { Pool as PgPool } from 'pg'

import { SETTLE_ALLOWANCE_S } from './accept-paid.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import type { PaymentProof } from '#shared/money/payment-proof.entity.ts'

/** The result of an attempt whose payment is to be settled now. */
export type Unsettled = {
  callId: string
  /** 0 for an offered attempt: it counts while no other has begun, and is attempt 1 from then on. */
  attempt: number
  runMs: number
  /** JSON text. */
  result: string
  steps: string | null
  agentId?: string | null
  /**
   * Whether the commit waits for the disk. It need not when the own settlement process settles: that process stores
   * each transaction in this database, on disk, before it sends it, and the write-ahead log is sequential. If the
   * result is lost before that, the call runs again.
   */
  durable: boolean
}

/** The payment to settle now: its payer and its encrypted payload. */
export type ToSettle = { payer: string; sealed: string }

/**
 * Stores a result that is not published yet: its call waits for the payment to settle. Returns null when the attempt is
 * not the current one. From here on settlement-watch completes the call if this process does not.
 */
export async function storeUnsettled(pg: PgPool, end: Unsettled): Promise<ToSettle | null> {
  const { rows } = await pg.query<RowOf<PaymentProof, 'payer' | 'sealed'>>({
    name: 'call-store-unsettled',
    text: STORE,
    values: [end.callId, end.attempt, end.result, end.runMs, end.steps, end.agentId ?? null, end.durable],
  })
  const [row] = rows
  return row === undefined ? null : { payer: row.payer, sealed: row.sealed ?? '' }
}

// The call's row is locked first, as in every statement that gives calls up.
const STORE = `
with stored as (
  update call set state = 'settling', result = $3::text, run_ms = $4::real, steps = $5::text, agent_id = $6::text, input = null, lease_until = null,
    attempt = greatest(attempt, 1)
  where id = $1::uuid and attempt = $2::int and (state = 'running' or (state = 'held' and $2::int = 0 and settle = 'after' and deadline > now()))
    and exists (select from payment_proof where call_id = $1::uuid and state = 'verified')
  returning id
)
update payment_proof p set state = 'settling', tries = 1, next_try_at = now() + interval '${SETTLE_ALLOWANCE_S} seconds'
from stored s where p.call_id = s.id returning p.payer, p.sealed,
  set_config('synchronous_commit', case when $7::bool then 'on' else 'off' end, true)`
