import type { EntityManager } from '@mikro-orm/sql'

import { canonicalJson, sha256 as digestOf } from '#shared/lib/crypto/digest.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { publicId } from '../../public-id.ts'
import type { Actor } from '../../users/actor.ts'
import { changeJob } from '../change-job.ts'
import { wantVetting } from '../checks/want-vetting.ts'
import { asWorker, lockJob } from '../find-job.ts'
import type { DeliveryBody } from '../job-fields.ts'
import { Delivery } from './delivery.entity.ts'
import { JobFile } from './job-file.entity.ts'

/**
 * Hands over work: notes, URL, result and the files that were uploaded since the delivery before, bound by one digest.
 * The checks of the job run on it in the worker pool. Throws 403 for others than the hired worker, and 409 out of state.
 */
export async function deliver(
  em: EntityManager,
  mint: CredentialMint,
  { actor, job: id, sent }: { actor: Actor; job: string; sent: DeliveryBody },
): Promise<Delivery> {
  const { job, engagement } = asWorker(await lockJob(em, id), actor)
  const nth = engagement.deliveries + 1
  const uploaded = await em.find(
    JobFile,
    { jobId: job.id, deliveryNth: null, bytes: { $ne: null } },
    { orderBy: { id: 'asc' } },
  )
  const files = uploaded.flatMap(({ id: fileId, name, bytes, sha256 }) =>
    bytes && sha256 ? [{ file_id: publicId('fil', fileId), name, bytes, sha256 }] : [],
  )
  const { notes, url } = sent
  const result = sent.result ?? null
  const set = { deliveries: nth, deliveredAt: new Date() }
  await changeJob(em, mint, { job, engagement }, { event: 'delivered', by: 'worker', set })
  const digest = digestOf(canonicalJson({ notes, url, result, files })).toString('hex')
  const delivery = em.create(Delivery, { jobId: job.id, nth, notes, url, result, files, digest })
  for (const file of uploaded) em.assign(file, { deliveryNth: nth })
  await em.flush()
  await wantVetting(em, job.id, nth)
  return delivery
}
