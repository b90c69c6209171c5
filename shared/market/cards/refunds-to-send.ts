import type { Pool as PgPool } from 'pg'

/** A refund that is to be asked of the processor. */
export type CardRefundToSend = { id: string; purchaseId: string; intentId: string; cents: number }

/** Takes refunds that are due, of one purchase or of all; each is tried again later, until its end is noted. */
export async function refundsToSend(
  pg: PgPool,
  limit: number,
  purchaseId: string | null = null,
): Promise<CardRefundToSend[]> {
  // SQL: of several processes, one takes a refund.
  const { rows } = await pg.query<{ id: string; purchase_id: string; intent_id: string; amount_cents: number }>({
    name: 'card-refunds-take',
    text: TAKE,
    values: [limit, purchaseId],
  })
  return rows.map((row) => ({
    id: row.id,
    purchaseId: row.purchase_id,
    intentId: row.intent_id,
    cents: row.amount_cents,
  }))
}

/** Notes that the processor made a refund. */
export async function refundMade(pg: PgPool, id: string, refundId: string): Promise<void> {
  // SQL: only from `asked`.
  await pg.query({
    name: 'card-refund-made',
    text: `update card_refund set state = 'made', refund_id = $2, look_at = null where id = $1 and state = 'asked'`,
    values: [id, refundId],
  })
}

/** Notes that the processor does not make a refund, and why. */
export async function refundRefused(pg: PgPool, id: string, problem: string): Promise<void> {
  // SQL: only from `asked`.
  await pg.query({
    name: 'card-refund-refused',
    text: `update card_refund set state = 'failed', problem = $2, look_at = null where id = $1 and state = 'asked'`,
    values: [id, problem.slice(0, 200)],
  })
}

const TAKE = `
update card_refund r set tries = r.tries + 1, look_at = now() + least(make_interval(secs => 5 * 2 ^ least(r.tries, 10)), interval '1 hour')
from (
  select id from card_refund where look_at <= now() and ($2::uuid is null or purchase_id = $2::uuid) order by look_at limit $1 for update skip locked
) due join card_refund d on d.id = due.id join card_payment c on c.purchase_id = d.purchase_id
where r.id = due.id returning r.id, r.purchase_id, c.intent_id, r.amount_cents`
