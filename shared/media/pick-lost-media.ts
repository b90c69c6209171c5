import type { Pool as PgPool } from 'pg'

import type { Media } from './media.entity.ts'

/** A queued record counts as lost in the queue when no worker has started it within this time. */
const REQUEUE_AFTER_MS = 2_000
/** An upload that takes longer was abandoned by its sender and is removed. */
export const UPLOAD_HOURS = 1

/**
 * Picks records with unfinished work that nobody does: uploads that wait or whose worker is gone, sources that still
 * exist although the record is final, uploads that never completed. Marks them as queued; the caller enqueues them.
 * Safe to run in several sweepers at once.
 */
export async function pickLostMedia(pg: PgPool, limit = 100): Promise<string[]> {
  // SQL: picks and marks in one statement that skips what another sweeper has locked.
  const { rows } = await pg.query<Pick<Media, 'id'>>({ name: 'media-requeue', text: PICK, values: [limit] })
  return rows.map(({ id }) => id)
}

const PICK = `
with lost as materialized (
  select id from media
  where source_key is not null
    and (enqueued_at is null or enqueued_at < now() - interval '${REQUEUE_AFTER_MS} milliseconds')
    and case
      when state <> 'pending' then finished_at < now() - interval '10 seconds'
      when uploaded_at is null then created_at < now() - interval '${UPLOAD_HOURS} hours'
      else lease_until is null or lease_until < now()
    end
  order by created_at limit $1 for update skip locked
)
update media m set enqueued_at = now() from lost where m.id = lost.id returning m.id`
