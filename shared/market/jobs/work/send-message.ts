import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { Refusal } from '#shared/errors.ts'

import type { Actor } from '../../users/actor.ts'
import { asParty, findJob, lockJob } from '../find-job.ts'
import { JobMessage } from './job-message.entity.ts'

/** Messages of each side of one job, so that neither takes the other's place. */
const MOST_MESSAGES = 250

/** Writes to the other side of a job. Throws 403 for others, and 409 `conflict` for a side that has written enough. */
export async function sendMessage(
  em: EntityManager,
  { actor, job: id, text }: { actor: Actor; job: string; text: string },
): Promise<JobMessage> {
  const { job, role } = asParty(await lockJob(em, id), actor)
  if ((await em.count(JobMessage, { jobId: job.id, author: role })) >= MOST_MESSAGES)
    throw new Refusal('conflict', `You have written ${MOST_MESSAGES} messages about this job; no more are taken.`, {
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
