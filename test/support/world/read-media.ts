import type { EntityManager } from '@mikro-orm/postgresql'

import { type BlobStore, storedKey } from '#shared/blobs/blob-store.ts'

import type { MediaVariant } from '#shared/media/media-files.ts'
import { Media } from '#shared/media/media.entity.ts'

/** A record; null when there is none, or when it is not this owner's. */
export const readMedia = (em: EntityManager, { id, owner }: { id: string; owner: string }): Promise<Media | null> =>
  em.findOne(Media, { id, owner })

/** One file of a record for whoever may see it: exactly the type and size that its worker wrote. Null when there is none. */
export async function openMediaFile(blobs: BlobStore, media: Media, variant: MediaVariant) {
  const file = media.files?.[variant]
  if (media.state !== 'ready' || file === undefined) return null
  const blob = await blobs.get(storedKey(file.key))
  return blob === null ? null : { type: file.type, bytes: blob.bytes, body: blob.body }
}
