import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { blobKey, type BlobStore, BlobTooLarge } from '#shared/blobs/blob-store.ts'
import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'

import { publicId, uuidOf } from '../../public-id.ts'
import type { Actor } from '../../users/actor.ts'
import { notFound } from '../../users/require-owner.ts'
import { asParty, asWorker, findJob, type HiredJob, lockJob } from '../find-job.ts'
import { DELIVERY_FILES } from '../job.rules.ts'
import type { DeliveredFile } from './delivery.entity.ts'
import { JobFile } from './job-file.entity.ts'

type Upload = { actor: Actor; job: string; name: string; body: AsyncIterable<Uint8Array> }

const keyOf = (id: string) => blobKey('jobs', id)

/** Requires the actor to be the worker of a job that waits for a delivery with room for a file. Throws 403 and 409. */
export async function requireUploader(em: EntityManager, actor: Actor, job: string): Promise<HiredJob> {
  const hired = asWorker(await findJob(em, job), actor)
  await roomFor(em, hired, 0)
  return hired
}

/**
 * Stores a file for the next delivery. Its row comes first and takes one of the five places; the bytes are counted against
 * the 20 MB of all when they are there, under the job's lock. What does not fit is deleted again (409 `conflict`). An empty
 * file is 422, one over 20 MB 413.
 */
export async function keepJobFile(
  { db, blobs }: { db: Pick<Db, 'pg' | 'em'>; blobs: BlobStore },
  { actor, job, name, body }: Upload,
): Promise<DeliveredFile> {
  const id = uuidv7()
  await inUnitOfWork(db, async (em) => {
    const hired = asWorker(await lockJob(em, job), actor)
    await roomFor(em, hired, 0)
    em.create(JobFile, { id, jobId: hired.job.id, name })
  })
  try {
    const { bytes, sha256 } = await blobs.put(keyOf(id), body, {
      maxBytes: DELIVERY_FILES.bytes,
      contentType: 'application/octet-stream',
    })
    if (bytes === 0) throw invalidFields({ path: ['file'], msg: 'Value error, the file is empty' })
    await inUnitOfWork(db, async (em) => {
      await roomFor(em, asWorker(await lockJob(em, job), actor), bytes, id)
      await em.nativeUpdate(JobFile, { id }, { bytes, sha256 })
    })
    return { file_id: publicId('fil', id), name, bytes, sha256 }
  } catch (error) {
    // What is left, when this process ends here, is removed by the sweeper.
    await removeFile({ db, blobs }, id).catch(() => undefined)
    if (!(error instanceof BlobTooLarge)) throw error
    throw new Refusal('payload_too_large', `A delivery has ${DELIVERY_FILES.bytes} bytes of files at most.`, {
      fix: { action: 'Put it somewhere and deliver its URL.' },
    })
  }
}

/**
 * Removes uploads that no delivery can take any more: those of jobs that are over, and those whose upload broke off.
 * Returns how many there were, at most `limit`.
 */
export async function sweepJobFiles(
  { db, blobs }: { db: Pick<Db, 'pg' | 'em'>; blobs: Pick<BlobStore, 'delete'> },
  limit: number,
): Promise<number> {
  // SQL: what waits, by its index, with what became of its job.
  const { rows } = await db.pg.query<{ id: string }>({ name: 'job-files-left', text: LEFT, values: [limit] })
  for (const { id } of rows) await removeFile({ db, blobs }, id)
  return rows.length
}

/** Removes the bytes of an upload, then its row: what fails in between is found again. */
async function removeFile(
  { db, blobs }: { db: Pick<Db, 'em'>; blobs: Pick<BlobStore, 'delete'> },
  id: string,
): Promise<void> {
  await blobs.delete(keyOf(id))
  const em = await db.em()
  await em.nativeDelete(JobFile, { id, deliveryNth: null })
}

/** Opens a file of a job for its two sides; the poster sees delivered files alone. Throws 403, 404. */
export async function openJobFile(
  { em, blobs }: { em: EntityManager; blobs: BlobStore },
  { actor, job: jobId, file: fileId }: { actor: Actor; job: string; file: string },
): Promise<{ name: string; bytes: number; body: AsyncIterable<Uint8Array> }> {
  const { job, role } = asParty(await findJob(em, jobId), actor)
  const id = uuidOf('fil', fileId)
  const file = id === null ? null : await em.findOne(JobFile, { id, jobId: job.id })
  if (!file?.bytes || (role === 'poster' && typeof file.deliveryNth !== 'number')) throw notFound('file')
  const blob = await blobs.get(keyOf(file.id))
  if (blob === null) throw notFound('file')
  return { name: file.name, bytes: file.bytes, body: blob.body }
}

/** Requires room for another file, or for so many bytes of the file `own`, which has its place. Throws 409. */
async function roomFor(em: EntityManager, { job }: HiredJob, bytes: number, own: string | null = null): Promise<void> {
  if (job.status !== 'hired')
    throw new Refusal('conflict', `This job is ${job.status}; no files are taken now.`, {
      fix: { action: 'Read allowed_actions of the job.' },
      extra: { status: job.status },
    })
  const waiting = await em.find(JobFile, {
    jobId: job.id,
    deliveryNth: null,
    ...(own === null ? {} : { id: { $ne: own } }),
  })
  const total = waiting.reduce((sum, file) => sum + (file.bytes ?? 0), bytes)
  if (waiting.length >= DELIVERY_FILES.most || total > DELIVERY_FILES.bytes)
    throw new Refusal(
      'conflict',
      `A delivery has ${DELIVERY_FILES.most} files of ${DELIVERY_FILES.bytes} bytes in all; nothing was stored.`,
      { fix: { action: 'Deliver, or put it somewhere and deliver its URL.' }, extra: { files: waiting.length } },
    )
}

/** Hours after which an upload that is not stored has broken off. */
const BROKEN_OFF_HOURS = 1
const LEFT = `
select f.id from job_file f join engagement e on e.job_id = f.job_id
where f.delivery_nth is null and (e.decided_at is not null or (f.bytes is null and f.created_at < now() - interval '${BROKEN_OFF_HOURS} hours'))
order by f.created_at limit $1`
