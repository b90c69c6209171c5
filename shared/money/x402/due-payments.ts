import type { Pool as PgPool } from 'pg'

/** A payment that settlement-watch must process now. */
export type DuePayment = {
  callId: string
  state: 'settling' | 'unpaid' | 'settled'
  product: string | null
  payer: string
  sealed: string | null
  /** Milliseconds since a facilitator first reported it as paid; null when none did. */
  saidPaidMs: number | null
}

/**
 * Seconds for which a taken payment is left to its process. Then another may process it too, which moves money at most
 * once.
 */
const HOLD_S = 10

/**
 * Takes up to `limit` payments that are due: those being settled, those given up whose authorization has ended, and
 * settled ones whose call failed and that are not credited. Concurrent processes take different payments.
 */
export async function takeDuePayments(pg: PgPool, limit = 50): Promise<DuePayment[]> {
  const { rows } = await pg.query<
    Omit<DuePayment, 'callId' | 'saidPaidMs'> & { call_id: string; said_paid_ms: number | null }
  >({
    name: 'payments-due',
    text: TAKE,
    values: [limit],
  })
  return rows.map(({ call_id: callId, said_paid_ms: saidPaidMs, ...payment }) => ({ callId, saidPaidMs, ...payment }))
}

const TAKE = `
with due as materialized (
  select call_id from payment_proof where next_try_at <= now() order by next_try_at limit $1 for update skip locked
)
update payment_proof p set tries = tries + 1, next_try_at = now() + interval '${HOLD_S} seconds'
from due where p.call_id = due.call_id
returning p.call_id, p.state, p.product, p.payer, p.sealed,
  (extract(epoch from now() - p.said_paid_at) * 1000)::float8 as said_paid_ms`
