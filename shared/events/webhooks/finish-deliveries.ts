import type { Pool as PgPool } from 'pg'

import type { DeliveryAttempt } from './webhook-delivery.entity.ts'

/** Attempts of a delivery that are kept. */
const KEPT_ATTEMPTS = 20

/** How an attempt ended. `retryInS` is null when there is no next one. */
export type FinishedAttempt = {
  id: string
  attempt: number
  isDelivered: boolean
  retryInS: number | null
  log: DeliveryAttempt
}

/**
 * Writes how attempts ended, in one statement. An attempt whose lease ended and that was made again changes nothing.
 */
export async function finishDeliveries(pg: PgPool, ends: readonly FinishedAttempt[]): Promise<void> {
  const sorted = ends.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  await pg.query({
    name: 'deliveries-finish',
    text: FINISH,
    values: [
      sorted.map(({ id }) => id),
      sorted.map(({ attempt }) => attempt),
      sorted.map(({ isDelivered, retryInS }) => (isDelivered ? 'delivered' : retryInS === null ? 'failed' : 'pending')),
      sorted.map(({ retryInS }) => retryInS ?? 0),
      sorted.map(({ log }) => JSON.stringify([log])),
    ],
  })
}

const FINISH = `
update webhook_delivery d set state = e.state, finished_at = case when e.state <> 'pending' then now() end,
  due_at = now() + make_interval(secs => e.retry_in_s),
  attempts = case when jsonb_array_length(d.attempts) >= ${KEPT_ATTEMPTS} then d.attempts - 0 else d.attempts end || e.log::jsonb
from unnest($1::uuid[], $2::int[], $3::text[], $4::float8[], $5::text[]) as e(id, attempt, state, retry_in_s, log)
where d.id = e.id and d.attempt = e.attempt and d.state = 'pending'`
