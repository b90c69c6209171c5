import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'

import type { Actor } from '../../users/actor.ts'
import { asParty, lockJob } from '../find-job.ts'
import { JobReview } from './job-review.entity.ts'

/**
 * Says how the other side was, once the money was shared. Throws 403 for others, 409 `conflict` before, and
 * `already_exists` the second time.
 */
export async function reviewJob(
  em: EntityManager,
  { actor, job: id, rating, text }: { actor: Actor; job: string; rating: number; text: string | null },
): Promise<JobReview> {
  const { job, engagement, role } = asParty(await lockJob(em, id), actor)
  if (!engagement.decidedAt || engagement.deliveries === 0)
    throw new Refusal('conflict', `This job is ${job.status}: a review follows the payment of what was delivered.`, {
      fix: { action: 'Review it once it is completed or resolved.' },
      extra: { status: job.status },
    })
  if ((await em.findOne(JobReview, { jobId: job.id, author: role })) !== null)
    throw new Refusal('already_exists', 'You have reviewed this job.', {
      fix: { action: 'Read it at GET /api/jobs/{job_id}/reviews.' },
    })
  const subjectId = role === 'poster' ? engagement.workerId : engagement.posterId
  const review = em.create(JobReview, { jobId: job.id, author: role, subjectId, rating, text })
  await em.flush()
  await em.refresh(review)
  return review
}
