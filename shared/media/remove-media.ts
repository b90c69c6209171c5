import { type BlobStore, storedKey } from '#shared/blobs/blob-store.ts'

import { Media } from './media.entity.ts'
import { fileKeyOf, MEDIA_VARIANTS, sourceKeyOf } from './media-files.ts'
import type { MediaDeps } from './submit-media.ts'

/**
 * Removes a record and all its files. The files go first: if this is interrupted, the record is still there to try
 * again. A worker that processes the record loses its fence with it and deletes the files it made.
 */
export async function removeMedia({ db, blobs }: Pick<MediaDeps, 'db' | 'blobs'>, id: string): Promise<void> {
  const em = await db.em()
  const media = await em.findOne(Media, id, { fields: ['attempt', 'sourceKey'] })
  if (media === null) return
  await blobs.delete(media.sourceKey ? storedKey(media.sourceKey) : sourceKeyOf(id))
  await removeFiles(blobs, id, media.attempt)
  await em.nativeDelete(Media, id)
}

/** Removes the files made by the attempts from `firstAttempt` to `lastAttempt`. */
export async function removeFiles(blobs: BlobStore, id: string, lastAttempt: number, firstAttempt = 1): Promise<void> {
  for (let attempt = firstAttempt; attempt <= lastAttempt; attempt += 1) {
    for (const variant of MEDIA_VARIANTS) await blobs.delete(fileKeyOf(id, attempt, variant))
  }
}
