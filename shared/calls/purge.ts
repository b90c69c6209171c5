import type { Pool as PgPool } from 'pg'

import { removeRows } from '#shared/db/remove-rows.ts'

/** How long a result can be read and an Idempotency-Key is remembered. */
export const RESULT_KEPT_HOURS = 24

/** Removes up to `limit` results older than that; the money rows stay. Returns the number removed. */
export async function purgeResults(pg: PgPool, limit: number): Promise<number> {
  const { rowCount } = await pg.query(
    `with old as (
      select id from call where finished_at is not null and purged_at is null and finished_at < now() - interval '${RESULT_KEPT_HOURS} hours'
      order by finished_at limit $1 for update skip locked
    ), steps as (delete from call_step where call_id in (select id from old))
    update call c set result = null, refusal = null, steps = null, idem = null, purged_at = now() from old where c.id = old.id`,
    [limit],
  )
  return rowCount ?? 0
}

/** Removes stored answers of other POSTs older than `RESULT_KEPT_HOURS`. */
export const purgeIdempotencyRecords = (pg: PgPool): Promise<void> =>
  removeRows(pg, 'idempotency_record', `created_at < now() - interval '${RESULT_KEPT_HOURS} hours'`)
