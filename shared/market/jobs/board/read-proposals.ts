import type { EntityManager } from '@mikro-orm/sql'
import { z } from 'zod'

import { publicId } from '../../public-id.ts'
import type { Actor } from '../../users/actor.ts'
import { findJob, jobRole } from '../find-job.ts'
import { Job } from '../job.entity.ts'
import { Proposal } from '../proposal.entity.ts'

export const ProposalView = z.object({
  proposal_id: z.string(),
  job_id: z.string(),
  worker_id: z.string(),
  status: z.enum(['pending', 'hired', 'declined', 'withdrawn']),
  cover_letter: z.string(),
  bid_cents: z.int(),
  delivery_days: z.int(),
  approach: z.string().nullable(),
  work_sample_url: z.string().nullable(),
  capability_tags: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type ProposalView = z.output<typeof ProposalView>

type Paged = { limit: number; offset: number }

/** The wire form of a proposal, for the poster and for whoever made it. */
export const viewProposal = (proposal: Proposal): ProposalView => ({
  proposal_id: publicId('prp', proposal.id),
  job_id: publicId('job', proposal.jobId),
  worker_id: publicId('usr', proposal.workerId),
  status: proposal.status,
  cover_letter: proposal.coverLetter,
  bid_cents: proposal.bidCents,
  delivery_days: proposal.deliveryDays,
  approach: proposal.approach ?? null,
  work_sample_url: proposal.workSampleUrl ?? null,
  capability_tags: proposal.capabilityTags,
  created_at: proposal.createdAt.toISOString(),
  updated_at: proposal.updatedAt.toISOString(),
})

/** Lists the proposals for a job: all of them to its poster, their own to others. */
export async function listProposals(
  em: EntityManager,
  { actor, job: id, limit, offset }: Paged & { actor: Actor; job: string },
): Promise<{ proposals: Proposal[]; total: number }> {
  const seen = await findJob(em, id)
  const own = jobRole(seen, actor) === 'poster' ? {} : { workerId: actor.userId }
  const [proposals, total] = await em.findAndCount(
    Proposal,
    { jobId: seen.job.id, ...own },
    { orderBy: { id: 'asc' }, limit, offset, disableIdentityMap: true },
  )
  return { proposals, total }
}

/** Lists the proposals of a user, newest first. */
export async function ownProposals(
  em: EntityManager,
  { userId, limit, offset }: Paged & { userId: string },
): Promise<{ proposals: Proposal[]; total: number }> {
  const [proposals, total] = await em.findAndCount(
    Proposal,
    { workerId: userId },
    { orderBy: { id: 'desc' }, limit, offset, disableIdentityMap: true },
  )
  return { proposals, total }
}

/** Lists the jobs that a user posted, newest first. */
export async function ownJobs(
  em: EntityManager,
  { userId, limit, offset }: Paged & { userId: string },
): Promise<{ jobs: Job[]; total: number }> {
  const [jobs, total] = await em.findAndCount(
    Job,
    { posterId: userId },
    { orderBy: { id: 'desc' }, limit, offset, disableIdentityMap: true },
  )
  return { jobs, total }
}
