import type { Pool as PgPool } from 'pg'

import { type BlobKey, type BlobStore, storedKey } from '#shared/blobs/blob-store.ts'
import type { MediaVariant } from '#shared/media/media-files.ts'
import type { Media } from '#shared/media/media.entity.ts'

import { uuidOf } from '../public-id.ts'

/**
 * A file of a listing, with exactly the type and size that a worker produced. `body` opens the file on the first read.
 */
export type Picture = { mediaId: string; type: string; bytes: number; body: () => AsyncGenerator<Uint8Array> }

/**
 * Finds the file of a public media id. Null when it does not exist, is not ready, or its listing is deleted or hidden
 * for review. Ids cannot be guessed, so files of a draft are private as long as its owner does not share their ids.
 */
export async function openPicture(
  { pg, blobs }: { pg: PgPool; blobs: BlobStore },
  publicMediaId: string,
  variant: MediaVariant,
): Promise<Picture | null> {
  const mediaId = uuidOf('shot', publicMediaId) ?? uuidOf('vid', publicMediaId)
  if (mediaId === null) return null
  // SQL: every picture of a page asks for it: one prepared plan, over three tables.
  const { rows } = await pg.query<Pick<Media, 'files'>>({ name: 'picture-read', text: READ, values: [mediaId] })
  const file = rows[0]?.files?.[variant]
  if (file === undefined) return null
  const key = storedKey(file.key)
  const blob = await blobs.head(key)
  if (blob === null) return null
  return { mediaId, type: file.type, bytes: blob.bytes, body: () => read(blobs, key) }
}

/** A generator that is never started opens nothing; one that is abandoned closes what it opened. */
async function* read(blobs: BlobStore, key: BlobKey): AsyncGenerator<Uint8Array> {
  const blob = await blobs.get(key)
  if (blob === null) throw new Error('the file was deleted while it was sent')
  yield* blob.body
}

const READ = `
select m.files from listing_media lm join media m on m.id = lm.media_id join listing l on l.id = lm.listing_id
where lm.media_id = $1 and m.state = 'ready' and l.deleted_at is null and l.hidden_at is null`
