import { type BlobStore, storedKey } from '#shared/blobs/blob-store.ts'

import { fileKeyOf, MEDIA_VARIANTS, sourceKeyOf } from './media-files.ts'
import type { MediaDeps } from './submit-media.ts'

/**
 * Removes a record and all its files. The files go first: if this is interrupted, the record is still there to try
 * again. A worker that processes the record loses its fence with it and deletes the files it made.
 */
export async function removeMedia({ pg, blobs }: Pick<MediaDeps, 'pg' | 'blobs'>, id: string): Promise<void> {
  const { rows } = await pg.query<{ attempt: number; source_key: string | null }>(
    `select attempt, source_key from media where id = $1`,
    [id],
  )
  const [row] = rows
  if (row === undefined) return
  await blobs.delete(row.source_key === null ? sourceKeyOf(id) : storedKey(row.source_key))
  await removeFiles(blobs, id, row.attempt)
  await pg.query(`delete from media where id = $1`, [id])
}

/** Removes the files made by the attempts from `firstAttempt` to `lastAttempt`. */
export async function removeFiles(blobs: BlobStore, id: string, lastAttempt: number, firstAttempt = 1): Promise<void> {
  for (let attempt = firstAttempt; attempt <= lastAttempt; attempt += 1) {
    for (const variant of MEDIA_VARIANTS) await blobs.delete(fileKeyOf(id, attempt, variant))
  }
}
