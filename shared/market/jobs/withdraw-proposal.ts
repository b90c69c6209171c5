import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'

import { uuidOf } from '../public-id.ts'
import type { Actor } from '../users/actor.ts'
import { notFound } from '../users/require-owner.ts'
import { lockJob } from './find-job.ts'
import { lockStanding } from './lock-standings.ts'
import { Proposal } from './proposal.entity.ts'

/** Withdraws a pending proposal of the actor. Throws 404 for one of somebody else, 409 for one that was decided. */
export async function withdrawProposal(
  em: EntityManager,
  actor: Actor,
  ids: { job: string; proposal: string },
): Promise<Proposal> {
  const id = uuidOf('prp', ids.proposal)
  const jobId = uuidOf('job', ids.job)
  const proposal =
    id === null || jobId === null ? null : await em.findOne(Proposal, { id, jobId, workerId: actor.userId })
  if (proposal === null) throw notFound('proposal')
  await lockJob(em, ids.job)
  await em.refresh(proposal)
  if (proposal.status !== 'pending')
    throw new Refusal('conflict', `This proposal is ${proposal.status}; it cannot be withdrawn.`, {
      fix: { action: 'Read it at GET /api/jobs/proposals/me.' },
      extra: { status: proposal.status },
    })
  await lockStanding(em, proposal.accountId)
  em.assign(proposal, { status: 'withdrawn', updatedAt: now })
  await em.flush()
  return proposal
}
