import type { ClientBase, Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import { publicId } from '../public-id.ts'

/**
 * What waits for an operator: events that were not handled, payments that differ, refunds that failed, open disputes.
 * `purchase_id` is the public id of the purchase, or of the hire (hir_…).
 */
export type CardTrouble = {
  events: { event_id: string; type: string; payment_intent: string | null; reason: string; received_at: string }[]
  payments: { purchase_id: string; payment_intent: string | null; trouble: string }[]
  refunds: { purchase_id: string; amount_cents: number; problem: string | null; created_at: string }[]
  disputes: {
    dispute_id: string
    purchase_id: string
    amount_cents: number
    reason: string
    status: string
    respond_by: string | null
    /** What became of our answer; null while none was given. */
    evidence: 'asked' | 'sent' | 'refused' | null
  }[]
}

const MOST = 100

/** Reads what of payments by card waits for an operator; the oldest first, 100 of a kind at most. */
export async function readCardTrouble(sql: ClientBase | PgPool): Promise<CardTrouble> {
  // SQL: short lists by indexes of what is open.
  const events = await sql.query<CardTrouble['events'][number]>(
    `select id as event_id, type, intent_id as payment_intent, reason, ${isoUtc('received_at')} as received_at
     from card_event where state = 'quarantined' order by received_at limit ${MOST}`,
  )
  // SQL: as above.
  const payments = await sql.query<CardTrouble['payments'][number]>(
    `select purchase_id, intent_id as payment_intent, trouble from card_payment where trouble is not null order by created_at limit ${MOST}`,
  )
  // SQL: as above.
  const refunds = await sql.query<CardTrouble['refunds'][number]>(
    `select purchase_id, amount_cents, problem, ${isoUtc('created_at')} as created_at from card_refund where state = 'failed' order by id limit ${MOST}`,
  )
  // SQL: as above.
  const disputes = await sql.query<CardTrouble['disputes'][number]>(
    `select id as dispute_id, purchase_id, amount_cents, reason, status, ${isoUtc('respond_by')} as respond_by,
       (select e.state from card_evidence e where e.dispute_id = card_dispute.id order by e.id desc limit 1) as evidence from card_dispute
     where status in ('needs_response', 'under_review', 'warning_needs_response', 'warning_under_review') order by respond_by limit ${MOST}`,
  )
  const ids = [...payments.rows, ...refunds.rows, ...disputes.rows].map(({ purchase_id }) => purchase_id)
  // SQL: which of the payments are those of hires.
  const hires = await sql.query<{ id: string }>('select id from card_hire where id = any($1::uuid[])', [ids])
  const ofHires = new Set(hires.rows.map(({ id }) => id))
  const named = <Row extends { purchase_id: string }>(row: Row): Row => ({
    ...row,
    purchase_id: publicId(ofHires.has(row.purchase_id) ? 'hir' : 'pur', row.purchase_id),
  })
  return {
    events: events.rows,
    payments: payments.rows.map(named),
    refunds: refunds.rows.map(named),
    disputes: disputes.rows.map(named),
  }
}
