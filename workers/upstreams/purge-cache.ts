import type { Pool as PgPool } from 'pg'

import { removeRows } from '#shared/db/remove-rows.ts'

/** Deletes expired answers, then the oldest until the rest takes at most `maxBytes`. */
export async function purgeUpstreamCache(pg: PgPool, maxBytes: number): Promise<void> {
  await removeRows(pg, 'upstream_cache', 'keep_until <= now()', 2_000)
  await pg.query(
    `delete from upstream_cache where key in (
       select key from (
         select key, sum(octet_length(body)) over (order by fetched_at desc, key) as bytes from upstream_cache
       ) counted where bytes > $1
     )`,
    [maxBytes],
  )
}
