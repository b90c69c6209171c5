import type { Pool as PgPool } from 'pg'

import type { Pool } from '#shared/queues/pools.ts'

/** A call is taken for lost in the queue when it was not started this long after it was (re)queued. */
export const REQUEUE_AFTER_MS = 1_500

/**
 * Picks calls that are held and not running long after they were queued, and running ones whose lease ended, and marks
 * them as queued now. The caller puts them on their queues again. Safe when several sweepers run at once; putting a call
 * on a queue twice is harmless, because starting it is fenced.
 */
export async function pickLostCalls(pg: PgPool, limit = 500): Promise<{ callId: string; pool: Pool }[]> {
  const { rows } = await pg.query<{ id: string; pool: Pool }>({ name: 'call-requeue', text: PICK, values: [limit] })
  return rows.map((row) => ({ callId: row.id, pool: row.pool }))
}

const PICK = `
with lost as materialized (
  select id from call
  where finished_at is null and deadline > now() and (
    (state = 'held' and enqueued_at < now() - interval '${REQUEUE_AFTER_MS} milliseconds')
    or (state = 'running' and lease_until < now() and enqueued_at < now() - interval '${REQUEUE_AFTER_MS} milliseconds'))
  order by deadline limit $1 for update skip locked
)
update call c set enqueued_at = now() from lost where c.id = lost.id returning c.id, c.pool`
