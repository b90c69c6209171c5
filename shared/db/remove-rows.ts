import type { Pool as PgPool } from 'pg'

/** Rows that one statement removes. It is few enough for the time limit of a statement where a row is small. */
const BATCH = 2_000
const FOR_MS = 30_000

/**
 * Repeats `batch` until it finds fewer rows than its limit, or until thirty seconds are over; what is left then goes in the
 * next run of the task. `batch` answers with how many rows it found.
 */
export async function untilNoneIsLeft(limit: number, batch: (limit: number) => Promise<number>): Promise<void> {
  const until = performance.now() + FOR_MS
  while ((await batch(limit)) >= limit && performance.now() < until);
}

/**
 * Removes every row of a table for which a condition holds, in batches. It is safe when several processes run it at once:
 * rows that somebody has locked are left for the next run. Table and condition are SQL of our own. Rows that take much
 * with them need a smaller `limit`.
 */
export function removeRows(pg: PgPool, table: string, condition: string, limit = BATCH): Promise<void> {
  const text = `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit $1 for update skip locked))`
  return untilNoneIsLeft(limit, async (most) => (await pg.query(text, [most])).rowCount ?? 0)
}
