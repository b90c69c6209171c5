import type { Pool as PgPool } from 'pg'

import type { Pool } from './pools.ts'

/** A call is taken for lost in the queue when it was not started this long after it was (re)queued. */
export const REQUEUE_AFTER_MS = 1_500

/** A call to put on its queue again. */
export type LostCall = {
  callId: string
  pool: Pool
  /** It was running and its worker gave no more sign of life: that may be the call's own doing. */
  isSuspect: boolean
  /** The same for a few seconds and one attempt: two jobs of one turn are one too many, a job of an old turn may be dead. */
  turn: string
}

/** Seconds after which a job that was put on the queue again is no longer counted on. */
const TURN_S = 5

/**
 * Picks calls that are held and not running long after they were queued, and running ones whose lease ended, and marks
 * them as queued now. The caller puts them on their queues again. Up to `limit` of each pool, those first that were
 * untouched longest, so that neither a flooded pool nor a long line starves who is behind it. Safe when several sweepers
 * run at once; putting a call on a queue twice is harmless, because starting it is fenced.
 */
export async function pickLostCalls(pg: PgPool, limit = 500): Promise<LostCall[]> {
  const { rows } = await pg.query<{ id: string; pool: Pool; is_suspect: boolean; turn: string }>({
    name: 'call-requeue',
    text: PICK,
    values: [limit],
  })
  return rows.map((row) => ({ callId: row.id, pool: row.pool, isSuspect: row.is_suspect, turn: row.turn }))
}

const PICK = `
with ranked as (
  select id, row_number() over (partition by pool order by enqueued_at) as nth from call
  where finished_at is null and deadline > now() and enqueued_at < now() - interval '${REQUEUE_AFTER_MS} milliseconds'
    and (state = 'held' or (state = 'running' and lease_until < now()))
),
lost as materialized (
  select c.id from call c join ranked r on r.id = c.id where r.nth <= $1 for update of c skip locked
)
update call c set enqueued_at = now() from lost where c.id = lost.id
returning c.id, c.pool, c.state = 'running' as is_suspect,
  c.attempt || '-' || floor(extract(epoch from now() - c.accepted_at) / ${TURN_S}) as turn`
