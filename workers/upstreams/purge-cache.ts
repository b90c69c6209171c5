import type { Pool as PgPool } from 'pg'

const AT_ONCE = 2_000
const ROUNDS = 20

/** Removes answers nobody may serve any more, then the oldest until what is left takes at most `maxBytes`. */
export async function purgeUpstreamCache(pg: PgPool, maxBytes: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { rowCount } = await pg.query(
      `delete from upstream_cache where key in (
         select key from upstream_cache where keep_until <= now() limit $1 for update skip locked)`,
      [AT_ONCE],
    )
    if ((rowCount ?? 0) < AT_ONCE) break
  }
  await pg.query(
    `delete from upstream_cache where key in (
       select key from (
         select key, sum(octet_length(body)) over (order by fetched_at desc, key) as bytes from upstream_cache
       ) counted where bytes > $1
     )`,
    [maxBytes],
  )
}
