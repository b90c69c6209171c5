import type { Pool as PgPool } from 'pg'

import type { WireRefusal } from '#shared/errors.ts'

import type { MediaFiles } from './media-files.ts'
import type { StartedMedia } from './start-media.ts'

/** Result of processing an upload. */
export type MediaEnd =
  | {
      files: MediaFiles
      width: number
      height: number
      /** Number of frames: 1 for a still image, more for an animation. Null for a video. */
      frames: number | null
      durationMs: number | null
    }
  | { refusal: WireRefusal }

/**
 * Ends a record, once. Only the current attempt may: returns false when another attempt has taken over or the record is
 * final.
 */
export async function finishMedia(pg: PgPool, { id, attempt }: StartedMedia, end: MediaEnd): Promise<boolean> {
  const { rowCount } =
    'refusal' in end
      ? await pg.query({ name: 'media-refuse', text: REFUSE, values: [id, attempt, JSON.stringify(end.refusal)] })
      : await pg.query({
          name: 'media-ready',
          text: READY,
          values: [
            id,
            attempt,
            JSON.stringify(end.files),
            end.width,
            end.height,
            end.frames,
            end.durationMs,
            end.files.full.bytes,
          ],
        })
  return rowCount === 1
}

/** Records that the uploaded source file was deleted. */
export async function forgetSource(pg: PgPool, id: string): Promise<void> {
  await pg.query(`update media set source_key = null where id = $1 and state <> 'pending'`, [id])
}

const REFUSE = `
update media set state = 'refused', refusal = $3, finished_at = now(), lease_until = null
where id = $1 and attempt = $2 and state = 'pending'`

const READY = `
update media set state = 'ready', files = $3, width = $4, height = $5, frames = $6, duration_ms = $7, bytes = $8,
  finished_at = now(), lease_until = null
where id = $1 and attempt = $2 and state = 'pending'`
