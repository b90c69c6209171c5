import { uuidv7 } from 'uuidv7'

import { type BlobStore, BlobTooLarge, type StoredBlob } from '#shared/blobs/blob-store.ts'
import { now } from '#shared/db/fragment.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'
import { sendMedia } from '#shared/queues/send.ts'

import { sourceKeyOf } from './media-files.ts'
import { MEDIA_LIMITS, type MediaKind, type MediaType } from './media-limits.ts'
import { Media } from './media.entity.ts'
import { refuseMedia } from './refuse-media.ts'
import { isDeclaredType, SNIFF_BYTES, sniffMedia } from './sniff-media.ts'

export type MediaUpload = {
  /** Owner of the upload, as named by the caller, such as `listing:...`. */
  owner: string
  kind: MediaKind
  body: AsyncIterable<Uint8Array>
  /** Content-Type given by the sender, if any. */
  declaredType?: string | undefined
}

/** An accepted upload: its record, its type as detected from its bytes, its size in bytes, its SHA-256 in hex. */
export type SubmittedMedia = { id: string; type: MediaType; bytes: number; sha256: string }

export type MediaDeps = { db: Pick<Db, 'pg' | 'em'>; blobs: BlobStore; queues: QueueBackend }

/**
 * Accepts an upload: checks its first bytes, writes its record, stores the file while it streams in, and enqueues the
 * record. Throws Refusal, and leaves nothing behind, for what may not be uploaded (413 too large, 415 another type, 422
 * empty or mislabelled) and for a body that breaks off. Problems that only decoding can show are in the record later.
 *
 * The record is written before the file, so every file has a record.
 */
export async function submitMedia(deps: MediaDeps, upload: MediaUpload): Promise<SubmittedMedia> {
  const { db, blobs, queues } = deps
  const { head, body } = await peek(upload.body)
  const type = typeOf(upload, head)
  const id = uuidv7()
  const key = sourceKeyOf(id)
  const em = await db.em()
  await em.insert(Media, { id, owner: upload.owner, kind: upload.kind, sourceKey: key, sourceType: type })
  let file: StoredBlob
  try {
    const { maxBytes } = MEDIA_LIMITS[upload.kind]
    file = await blobs.put(key, body, { maxBytes, contentType: 'application/octet-stream' })
    const stored = { sourceBytes: file.bytes, sourceSha256: file.sha256, uploadedAt: now, enqueuedAt: now }
    await em.nativeUpdate(Media, id, stored)
  } catch (error) {
    // If this clean-up fails too, the sweeper does it.
    await blobs.delete(key).catch(() => undefined)
    await em.nativeDelete(Media, id).catch(() => undefined)
    throw error instanceof BlobTooLarge ? refuseMedia('too_large') : error
  }
  await sendMedia(queues, id).catch(() => undefined)
  return { id, type, bytes: file.bytes, sha256: file.sha256 }
}

function typeOf({ kind, declaredType }: MediaUpload, head: Uint8Array): MediaType {
  if (head.length === 0) throw refuseMedia('empty')
  const type = sniffMedia(head)
  const accepted: readonly string[] = MEDIA_LIMITS[kind].types
  if (type === null || !accepted.includes(type)) throw refuseMedia('not_accepted', kind)
  if (declaredType !== undefined && !isDeclaredType(declaredType, type)) throw refuseMedia('type_mismatch')
  return type
}

/** Reads the first bytes of a stream. `body` is the whole stream, first bytes included. */
async function peek(stream: AsyncIterable<Uint8Array>): Promise<{ head: Buffer; body: AsyncIterable<Uint8Array> }> {
  const rest = stream[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  let size = 0
  while (size < SNIFF_BYTES) {
    const { done, value } = await rest.next()
    if (done === true) break
    chunks.push(value)
    size += value.length
  }
  async function* whole() {
    yield* chunks
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  return { head: Buffer.concat(chunks), body: whole() }
}
