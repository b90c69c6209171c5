import type { Pool as PgPool } from 'pg'

import type { Pool } from './pools.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import type { Call } from './call.entity.ts'

/** A call that has not started this long after it was (re)queued is treated as lost in the queue. */
export const REQUEUE_AFTER_MS = 1_500

/** A call to enqueue again. */
export type LostCall = {
  callId: string
  slug: string
  pool: Pool
  /** The call was running and its worker stopped renewing the lease; the call itself may have crashed the worker. */
  isSuspect: boolean
  /**
   * Constant for one attempt during `TURN_S` seconds. The queue drops a second job of one turn; a job of an earlier
   * turn may be dead.
   */
  turn: string
}

/** Seconds after which a requeued job is no longer relied on. */
const TURN_S = 5

/**
 * Picks calls that are held and not started long after they were queued, and calls whose carried or running attempt lost its lease,
 * and marks them as queued now. The caller enqueues them again. Picks up to `limit` per pool, oldest first, so that neither a
 * flooded pool nor a long queue starves other calls. Safe when several sweepers run at once. Enqueuing a call twice is
 * harmless because starting it is fenced.
 */
export async function pickLostCalls(pg: PgPool, limit = 500): Promise<LostCall[]> {
  const { rows } = await pg.query<RowOf<Call, 'id' | 'slug'> & { pool: Pool; is_suspect: boolean; turn: string }>({
    name: 'call-requeue',
    text: PICK,
    values: [limit],
  })
  return rows.map(({ id, slug, pool, is_suspect: isSuspect, turn }) => ({ callId: id, slug, pool, isSuspect, turn }))
}

const PICK = `
with ranked as (
  select id, row_number() over (partition by pool order by enqueued_at) as nth from call
  where finished_at is null and deadline > now() and enqueued_at < now() - interval '${REQUEUE_AFTER_MS} milliseconds'
    and ((state = 'held' and lease_until is null) or (state in ('held', 'running') and lease_until < now()))
),
lost as materialized (
  select c.id from call c join ranked r on r.id = c.id where r.nth <= $1 for update of c skip locked
)
update call c set enqueued_at = now() from lost where c.id = lost.id
returning c.id, c.slug, c.pool, c.state = 'running' as is_suspect,
  c.attempt || '-' || floor(extract(epoch from now() - c.accepted_at) / ${TURN_S}) as turn`
