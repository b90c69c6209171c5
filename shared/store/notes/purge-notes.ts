import type { Pool as PgPool } from 'pg'

/** Removes up to `limit` notes that have expired, and what ended a week ago. Answers with how many notes. */
export async function purgeNotes(pg: PgPool, limit = 500): Promise<number> {
  await pg.query(`delete from note_share where expires_at < now() - interval '7 days'`)
  await pg.query(`delete from note_reader where read_at < now() - interval '7 days'`)
  const { rowCount } = await pg.query(
    `delete from note where id in (select id from note where expires_at <= now() order by expires_at limit $1 for update skip locked)`,
    [limit],
  )
  return rowCount ?? 0
}
