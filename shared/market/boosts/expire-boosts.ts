import type { Pool as PgPool } from 'pg'

/** Expires pending boosts whose time to pay is over. Returns how many it expired. */
export async function expireBoosts(pg: PgPool, limit: number): Promise<number> {
  // SQL: by an index of what is pending.
  const { rowCount } = await pg.query({
    name: 'boosts-expire',
    text: `update boost set status = 'expired' from (
      select id from boost where status = 'pending' and expires_at <= now() limit $1 for update skip locked) due where boost.id = due.id`,
    values: [limit],
  })
  return rowCount ?? 0
}
