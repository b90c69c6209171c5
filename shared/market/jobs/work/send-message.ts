import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { Refusal } from '#shared/errors.ts'

import type { Actor } from '../../users/actor.ts'
import { asParty, findJob, lockJob } from '../find-job.ts'
import { JobMessage } from './job-message.entity.ts'

/** Messages of one job, of both sides together. */
const MOST_MESSAGES = 500

/** Writes to the other side of a job. Throws 403 for others, and 409 `conflict` when the two have written enough. */
export async function sendMessage(
  em: EntityManager,
  { actor, job: id, text }: { actor: Actor; job: string; text: string },
): Promise<JobMessage> {
  const { job, role } = asParty(await lockJob(em, id), actor)
  if ((await em.count(JobMessage, { jobId: job.id })) >= MOST_MESSAGES)
    throw new Refusal('conflict', `This job has ${MOST_MESSAGES} messages; no more are taken.`, {
      fix: { action: 'Deliver, accept or dispute.' },
    })
  const message = em.create(JobMessage, { id: uuidv7(), jobId: job.id, author: role, text })
  await em.flush()
  await em.refresh(message)
  return message
}

/** Lists the messages of a job for its two sides, oldest first. */
export async function listMessages(
  em: EntityManager,
  { actor, job: id, limit, offset }: { actor: Actor; job: string; limit: number; offset: number },
): Promise<{ messages: JobMessage[]; total: number }> {
  const { job } = asParty(await findJob(em, id), actor)
  const [messages, total] = await em.findAndCount(
    JobMessage,
    { jobId: job.id },
    { orderBy: { id: 'asc' }, limit, offset },
  )
  return { messages, total }
}
