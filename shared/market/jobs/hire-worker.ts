import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { uuidOf } from '../public-id.ts'
import type { Actor } from '../users/actor.ts'
import { notFound } from '../users/require-owner.ts'
import { changeJob } from './change-job.ts'
import { declinePending, lockProposers } from './end-open-job.ts'
import { Engagement } from './engagement.entity.ts'
import { fundByCard } from './escrow/fund-by-card.ts'
import { type FundAnswer, fundEscrow, type SentKey } from './escrow/fund-escrow.ts'
import { asPoster, findJob, lockJob } from './find-job.ts'
import { JobStanding } from './job-standing.entity.ts'
import type { Job } from './job.entity.ts'
import { JOB_FEE_BPS, TRUST_LIMITS } from './job.rules.ts'
import { tooManyEngagements } from './propose.ts'
import { Proposal } from './proposal.entity.ts'

const DAY_MS = 86_400_000

/**
 * Who hires whom, and what pays: a prepaid key, which holds the money of the x402 payment `paymentId` if there is one, or
 * the card payment (UUID) `byCard`, which has come in.
 */
export type Hire = {
  actor: Pick<Actor, 'userId'>
  job: string
  proposal: string
} & ({ key: SentKey; paymentId: string | null } | { byCard: string })

/**
 * Hires the worker of one proposal: the bid and the price of the outcome checks go from a prepaid key, or from a card payment, into escrow, the
 * other proposals are declined. Returns the answer of the key when it does not pay; then nothing was changed. Throws 409
 * for a job that is not open, a proposal that is not pending, and `engagement_limit` for a worker who has enough to do.
 */
export async function hireWorker(em: EntityManager, mint: CredentialMint, hire: Hire): Promise<FundAnswer> {
  const { job } = asPoster(await lockJob(em, hire.job), hire.actor)
  const proposal = await proposalToHire(em, job, hire.proposal)
  const standing = (await lockProposers(em, job)).get(proposal.accountId)
  if (standing !== undefined && standing.activeEngagements >= TRUST_LIMITS.max_active_engagements)
    throw tooManyEngagements(standing)
  const dueAt = new Date(Date.now() + proposal.deliveryDays * DAY_MS)
  const terms = {
    job_id: job.id,
    proposal_id: proposal.id,
    poster_id: job.posterId,
    poster_account_id: job.posterAccountId,
    worker_id: proposal.workerId,
    worker_account_id: proposal.accountId,
    payment_id: 'byCard' in hire ? null : hire.paymentId,
    bid_cents: proposal.bidCents,
    check_cents: job.checkCents,
    fee_bps: JOB_FEE_BPS,
    due_at: dueAt.toISOString(),
  }
  const tx = connectionOf(em)
  const answer = 'byCard' in hire ? await fundByCard(tx, terms, hire.byCard) : await fundEscrow(tx, terms, hire.key)
  if (answer.kind !== 'funded') return answer
  em.assign(proposal, { status: 'hired', updatedAt: now })
  await em.flush()
  const engagement = await em.findOneOrFail(Engagement, job.id, { refresh: true })
  await changeJob(em, mint, { job, engagement }, { event: 'hired', by: 'poster' })
  await declinePending(em, job.id)
  return answer
}

/**
 * What the hire of a proposal costs its poster, in cents: the bid and the list price of the outcome checks. Throws as
 * hireWorker does for a hire that is not possible now.
 */
export async function priceOfHire(
  em: EntityManager,
  { actor, job: id, proposal: proposalId }: Pick<Hire, 'actor' | 'job' | 'proposal'>,
): Promise<number> {
  const { job } = asPoster(await findJob(em, id), actor)
  const proposal = await proposalToHire(em, job, proposalId)
  const standing = await em.findOne(JobStanding, proposal.accountId)
  if (standing !== null && standing.activeEngagements >= TRUST_LIMITS.max_active_engagements)
    throw tooManyEngagements(standing)
  return proposal.bidCents + job.checkCents
}

/** Finds the pending proposal of an open job. Throws 404 and 409. */
async function proposalToHire(em: EntityManager, job: Job, proposalId: string): Promise<Proposal> {
  const id = uuidOf('prp', proposalId)
  const proposal = id === null ? null : await em.findOne(Proposal, { id, jobId: job.id }, { refresh: true })
  if (proposal === null) throw notFound('proposal')
  if (job.status === 'open' && proposal.status === 'pending') return proposal
  throw new Refusal(
    'conflict',
    `This job is ${job.status} and the proposal ${proposal.status}; exactly one is hired, once.`,
    {
      fix: { action: 'Hire a pending proposal of an open job.' },
      extra: { status: job.status, proposal_status: proposal.status },
    },
  )
}
