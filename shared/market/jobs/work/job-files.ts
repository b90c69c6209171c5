import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { blobKey, type BlobStore, BlobTooLarge } from '#shared/blobs/blob-store.ts'
import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'

import { uuidOf } from '../../public-id.ts'
import type { Actor } from '../../users/actor.ts'
import { notFound } from '../../users/require-owner.ts'
import { asParty, asWorker, findJob, type HiredJob, lockJob } from '../find-job.ts'
import { DELIVERY_FILES } from '../job.rules.ts'
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
 * Stores a file for the next delivery. The bytes are stored first, then counted under the job's lock against five files
 * of 20 MB in all; what does not fit is deleted again (409 `conflict`). An empty file is 422, one over 20 MB 413.
 */
export async function keepJobFile(
  { db, blobs }: { db: Pick<Db, 'pg' | 'em'>; blobs: BlobStore },
  { actor, job, name, body }: Upload,
): Promise<JobFile> {
  const id = uuidv7()
  const key = keyOf(id)
  try {
    const { bytes, sha256 } = await blobs.put(key, body, {
      maxBytes: DELIVERY_FILES.bytes,
      contentType: 'application/octet-stream',
    })
    if (bytes === 0) throw invalidFields({ path: ['file'], msg: 'Value error, the file is empty' })
    return await inUnitOfWork(db, async (em) => {
      const hired = asWorker(await lockJob(em, job), actor)
      await roomFor(em, hired, bytes)
      return em.create(JobFile, { id, jobId: hired.job.id, name, bytes, sha256 })
    })
  } catch (error) {
    await blobs.delete(key).catch(() => undefined)
    if (!(error instanceof BlobTooLarge)) throw error
    throw new Refusal('payload_too_large', `A delivery has ${DELIVERY_FILES.bytes} bytes of files at most.`, {
      fix: { action: 'Put it somewhere and deliver its URL.' },
    })
  }
}

/** Opens a file of a job for its two sides; the poster sees delivered files alone. Throws 403, 404. */
export async function openJobFile(
  { em, blobs }: { em: EntityManager; blobs: BlobStore },
  { actor, job: jobId, file: fileId }: { actor: Actor; job: string; file: string },
): Promise<{ file: JobFile; body: AsyncIterable<Uint8Array> }> {
  const { job, role } = asParty(await findJob(em, jobId), actor)
  const id = uuidOf('fil', fileId)
  const file = id === null ? null : await em.findOne(JobFile, { id, jobId: job.id })
  if (file === null || (role === 'poster' && file.deliveryNth === null)) throw notFound('file')
  const blob = await blobs.get(keyOf(file.id))
  if (blob === null) throw notFound('file')
  return { file, body: blob.body }
}

async function roomFor(em: EntityManager, { job }: HiredJob, bytes: number): Promise<void> {
  if (job.status !== 'hired')
    throw new Refusal('conflict', `This job is ${job.status}; no files are taken now.`, {
      fix: { action: 'Read allowed_actions of the job.' },
      extra: { status: job.status },
    })
  const waiting = await em.find(JobFile, { jobId: job.id, deliveryNth: null })
  const total = waiting.reduce((sum, file) => sum + file.bytes, bytes)
  if (waiting.length >= DELIVERY_FILES.most || total > DELIVERY_FILES.bytes)
    throw new Refusal(
      'conflict',
      `A delivery has ${DELIVERY_FILES.most} files of ${DELIVERY_FILES.bytes} bytes in all; nothing was stored.`,
      { fix: { action: 'Deliver, or put it somewhere and deliver its URL.' }, extra: { files: waiting.length } },
    )
}
