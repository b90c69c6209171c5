import type { Pool as PgPool } from 'pg'

/** How many things wait for an operator. */
export type Attention = {
  reported_listings: number
  disputes_to_decide: number
  held_payouts: number
  /** Quarantined events, payments that differ, and refunds by card that failed. */
  card_troubles: number
  card_disputes: number
  refunds_due: number
  /** Payments that were being settled ten minutes ago and are not decided. */
  payments_unsettled: number
  /** Actions of operators of the last day that have no end: their process died. */
  actions_without_end: number
}

/** Counts what waits for an operator. */
export async function readAttention(pg: PgPool): Promise<Attention> {
  const { rows } = await pg.query<Attention>({ name: 'ops-attention', text: COUNT })
  const [row] = rows
  if (row === undefined) throw new Error('a row of counts has to come')
  return row
}

const COUNT = `
select (select count(distinct listing_id)::int from report where state = 'open') as reported_listings,
  (select count(*)::int from job where status = 'disputed' and wake_at is null) as disputes_to_decide,
  (select count(*)::int from payout where state = 'held') as held_payouts,
  (select count(*)::int from card_event where state = 'quarantined') + (select count(*)::int from card_payment where trouble is not null)
    + (select count(*)::int from card_refund where state = 'failed') as card_troubles,
  (select count(*)::int from card_dispute where status in ('needs_response', 'warning_needs_response')) as card_disputes,
  (select count(*)::int from payable where state = 'due' and amount < 0) as refunds_due,
  (select count(*)::int from payment_proof where state = 'settling' and claimed_at < now() - interval '10 minutes') as payments_unsettled,
  (select count(*)::int from operator_action where outcome is null and at between now() - interval '1 day' and now() - interval '1 minute') as actions_without_end`
