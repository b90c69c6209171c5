import { type BlobStore, readBlob, storedKey } from '#shared/blobs/blob-store.ts'
import { fragment } from '#shared/db/fragment.ts'
import type { Db } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { finishMedia, forgetSource, type MediaEnd } from '#shared/media/finish-media.ts'
import { Media } from '#shared/media/media.entity.ts'
import { fileKeyOf, type MediaFile, type MediaVariant } from '#shared/media/media-files.ts'
import { MEDIA_LIMITS, type MediaKind } from '#shared/media/media-limits.ts'
import { UPLOAD_HOURS } from '#shared/media/pick-lost-media.ts'
import { refuseMedia } from '#shared/media/refuse-media.ts'
import { removeFiles, removeMedia } from '#shared/media/remove-media.ts'
import { MEDIA_LEASE_MS, renewMedia, type StartedMedia, startMedia } from '#shared/media/start-media.ts'

import type { Sandbox } from '../sandbox/sandbox.ts'
import { MediaAnswerFromChild } from './media-answer.ts'

/** Attempts per file. A file that crashes its worker this often is given up. */
const MAX_ATTEMPTS = 3
const VARIANTS: readonly MediaVariant[] = ['full', 'thumb']

export type MediaRunner = {
  /** Processes a record. Resolves when it is done, or was not startable here. */
  run: (id: string) => Promise<void>
  /** Pids of the running children. */
  running: () => readonly number[]
  close: () => void
}

type Deps = { db: Pick<Db, 'pg' | 'em'>; blobs: BlobStore; log: Log; sandboxes: Record<MediaKind, Sandbox> }

/**
 * Processes uploads: takes the record, opens the file in a sandbox, stores the result, finishes the record, and deletes
 * the uploaded bytes. If anything dies in between, the lease expires and another attempt follows. Only one attempt can
 * finish the record.
 */
export function mediaRunner(deps: Deps): MediaRunner {
  const { log, sandboxes } = deps
  const stop = new AbortController()
  return {
    running: () => Object.values(sandboxes).flatMap(({ running }) => running),
    close() {
      stop.abort(new Error('the worker is stopping'))
      for (const sandbox of Object.values(sandboxes)) sandbox.close()
    },
    async run(id) {
      const record = await startMedia(await deps.db.em(), id)
      if (record === null) {
        await tidy(deps, id)
        return
      }
      const began = performance.now()
      const renew = async () => renewMedia(await deps.db.em(), record)
      const renewal = setInterval(() => void renew().catch(() => undefined), MEDIA_LEASE_MS / 4)
      try {
        const { end, ended } = await processRecord(deps, record, stop.signal)
        const code = 'refusal' in end ? (end.refusal.extra?.['reason'] ?? end.refusal.code) : 'ok'
        log.info({ mediaId: id, kind: record.kind, attempt: record.attempt, ended, runMs: round(began), code }, 'media')
      } catch (error) {
        log.warn({ err: error, mediaId: id }, 'media not finished here; its lease ends and another attempt follows')
      } finally {
        clearInterval(renewal)
      }
    },
  }
}

/** Processes a record and stores its end. Then deletes files that are no longer needed. */
async function processRecord(deps: Deps, record: StartedMedia, signal: AbortSignal) {
  const { db, blobs } = deps
  const { id, attempt, sourceKey } = record
  const end = await endOf(deps, record, signal)
  const ended = await finishMedia(await db.em(), record, end)
  if (!ended) {
    // Another attempt finished it, or it was removed meanwhile.
    await removeFiles(blobs, id, attempt, attempt)
    return { end, ended }
  }
  await removeFiles(blobs, id, attempt - 1)
  await blobs.delete(storedKey(sourceKey))
  await forgetSource(await db.em(), id)
  return { end, ended }
}

async function endOf(deps: Deps, record: StartedMedia, signal: AbortSignal): Promise<MediaEnd> {
  if (record.attempt > MAX_ATTEMPTS) return { refusal: refuseMedia('gave_up').toWire() }
  try {
    return await openAndStore(deps, record, signal)
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.toWire() }
    throw error
  }
}

/** Opens the file in its sandbox and stores the results. Throws the Refusal of an unacceptable file. */
async function openAndStore(
  { blobs, log, sandboxes }: Deps,
  record: StartedMedia,
  signal: AbortSignal,
): Promise<MediaEnd> {
  const { id, attempt, kind, sourceKey, sourceType } = record
  const source = await readBlob(blobs, storedKey(sourceKey), MEDIA_LIMITS[kind].maxBytes)
  if (source === null) throw new Error(`the source of ${id} is not in the blob store`)
  const end = await sandboxes[kind].run({ head: { type: sourceType }, parts: [source] }, signal)
  if (end.kind === 'killed') throw new Error('the child was killed')
  if (end.kind !== 'answer') {
    log.warn({ mediaId: id, kind: end.kind, lastWords: end.lastWords }, 'an upload brought its decoder down')
    throw refuseMedia(end.kind === 'crash' ? 'broken' : 'too_complex')
  }
  const answer = MediaAnswerFromChild.safeParse(end.frame.head)
  if (!answer.success || (!('refused' in answer.data) && answer.data.files.length !== end.frame.parts.length)) {
    log.warn({ mediaId: id, err: answer.error }, 'a decoder answered with something else')
    throw refuseMedia('broken')
  }
  if ('refused' in answer.data) throw refuseMedia(answer.data.refused)
  const { width, height, frames, durationMs, files } = answer.data
  const stored: Partial<Record<MediaVariant, MediaFile>> = {}
  for (const [index, file] of files.entries()) {
    const [variant, bytes] = [VARIANTS[index], end.frame.parts[index]]
    if (variant === undefined || bytes === undefined) continue
    const key = fileKeyOf(id, attempt, variant)
    await blobs.put(key, bytes, { maxBytes: bytes.length, contentType: file.type })
    stored[variant] = { key, ...file, bytes: bytes.length }
  }
  const { full, thumb } = stored
  if (full === undefined) throw new Error('a decoder made no file')
  return { files: thumb === undefined ? { full } : { full, thumb }, width, height, frames, durationMs }
}

/**
 * Cleans up after a record that cannot be processed: the source of a finished one, or an upload that never completed.
 */
async function tidy({ db, blobs }: Deps, id: string): Promise<void> {
  const em = await db.em()
  const abandoned = fragment`now() - ${UPLOAD_HOURS} * interval '1 hour'`
  const media = await em.findOne(Media, {
    id,
    sourceKey: { $ne: null },
    $or: [{ state: { $ne: 'pending' } }, { uploadedAt: null, createdAt: { $lt: abandoned } }],
  })
  if (!media?.sourceKey) return
  if (media.state === 'pending') {
    await removeMedia({ db, blobs }, id)
    return
  }
  await blobs.delete(storedKey(media.sourceKey))
  await forgetSource(em, id)
}

const round = (began: number) => Math.round((performance.now() - began) * 10) / 10
