import type { Pool as PgPool } from 'pg'

import { removeRows } from '#shared/db/remove-rows.ts'

/** Deletes expired notes, shares a week after their end, and reads of notes older than a week. */
export async function purgeNotes(pg: PgPool): Promise<void> {
  await removeRows(pg, 'note_share', `expires_at < now() - interval '7 days'`)
  await removeRows(pg, 'note_reader', `read_at < now() - interval '7 days'`)
  // The versions of a note are deleted with it.
  await removeRows(pg, 'note', `expires_at <= now()`, 500)
}
