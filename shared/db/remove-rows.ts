import type { Pool as PgPool } from 'pg'

/** Rows removed by one statement: few enough for the statement timeout when rows are small. */
const BATCH = 2_000
const FOR_MS = 30_000

/**
 * Repeats `batch` until it finds fewer rows than its limit or thirty seconds have passed; the rest is left to the
 * task's next run. `batch` returns the number of rows it found.
 */
export async function untilNoneIsLeft(limit: number, batch: (limit: number) => Promise<number>): Promise<void> {
  const until = performance.now() + FOR_MS
  while ((await batch(limit)) >= limit && performance.now() < until);
}

/**
 * Removes every row of a table that matches a condition, in batches. Safe when several processes run it: locked rows
 * are left for the next run. `table` and `condition` are inserted as SQL, so never pass user input. Use a smaller
 * `limit` for rows whose deletion cascades. Throws for a partitioned table, in which several rows have one ctid.
 */
export async function removeRows(pg: PgPool, table: string, condition: string, limit = BATCH): Promise<void> {
  const { rows } = await pg.query<{ kind: string }>('select relkind as kind from pg_class where oid = $1::regclass', [
    table,
  ])
  if (rows[0]?.kind !== 'r') throw new Error(`${table} is not a plain table: remove rows of its partitions`)
  const text = `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit $1 for update skip locked))`
  return untilNoneIsLeft(limit, async (most) => (await pg.query(text, [most])).rowCount ?? 0)
}
