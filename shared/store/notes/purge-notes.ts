import type { Pool as PgPool } from 'pg'

import { removeRows } from '#shared/db/remove-rows.ts'

/** Removes notes that have expired, and shares and readers of notes a week after their end. */
export async function purgeNotes(pg: PgPool): Promise<void> {
  await removeRows(pg, 'note_share', `expires_at < now() - interval '7 days'`)
  await removeRows(pg, 'note_reader', `read_at < now() - interval '7 days'`)
  // A note takes its versions with it.
  await removeRows(pg, 'note', `expires_at <= now()`, 500)
}
