import type { Pool as PgPool } from 'pg'

import type { CardRefund } from '../../cards/card-refund.entity.ts'

/** The last refund of the hire of a job (UUID) to the card that paid; null when there is none. */
export async function readCardRefund(
  pg: PgPool,
  jobId: string,
): Promise<{ cents: number; state: CardRefund['state'] } | null> {
  // SQL: of the hire that was paid, over its card payment.
  const { rows } = await pg.query<{ cents: number; state: CardRefund['state'] }>({
    name: 'card-hire-refund',
    text: `select r.amount_cents as cents, r.state from card_hire h join card_payment c on c.hire_id = h.id and c.state = 'paid'
      join card_refund r on r.purchase_id = h.id where h.job_id = $1::uuid order by r.id desc limit 1`,
    values: [jobId],
  })
  return rows[0] ?? null
}
