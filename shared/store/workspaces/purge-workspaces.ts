import type { Pool as PgPool } from 'pg'

/** How long an expired workspace waits for its end, in days. */
const GRACE_DAYS = 7

/** Removes up to `limit` workspaces, with files and log, a week after they expired. Answers with how many. */
export async function purgeWorkspaces(pg: PgPool, limit = 20): Promise<number> {
  const { rowCount } = await pg.query(
    `delete from workspace where id in (
      select id from workspace where expires_at < now() - interval '${GRACE_DAYS} days' order by expires_at limit $1 for update skip locked
    )`,
    [limit],
  )
  return rowCount ?? 0
}
