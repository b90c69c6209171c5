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
import { type FundAnswer, fundEscrow } from './escrow/fund-escrow.ts'
import { asPoster, lockJob } from './find-job.ts'
import { JOB_FEE_BPS, TRUST_LIMITS } from './job.rules.ts'
import { tooManyEngagements } from './propose.ts'
import { Proposal } from './proposal.entity.ts'

const DAY_MS = 86_400_000

/**
 * Hires the worker of one proposal: the bid and the price of the outcome checks go from a prepaid key into escrow, the
 * other proposals are declined. Returns the answer of the key when it does not pay; then nothing was changed. Throws 409
 * for a job that is not open, a proposal that is not pending, and `engagement_limit` for a worker who has enough to do.
 */
export async function hireWorker(
  em: EntityManager,
  mint: CredentialMint,
  {
    actor,
    job: id,
    proposal: proposalId,
    key,
  }: {
    actor: Actor
    job: string
    proposal: string
    key: { keyId: string; hmac: Buffer }
  },
): Promise<FundAnswer> {
  const { job } = asPoster(await lockJob(em, id), actor)
  const uuid = uuidOf('prp', proposalId)
  const proposal = uuid === null ? null : await em.findOne(Proposal, { id: uuid, jobId: job.id }, { refresh: true })
  if (proposal === null) throw notFound('proposal')
  if (job.status !== 'open' || proposal.status !== 'pending')
    throw new Refusal(
      'conflict',
      `This job is ${job.status} and the proposal ${proposal.status}; exactly one is hired, once. Nothing was charged.`,
      {
        fix: { action: 'Hire a pending proposal of an open job.' },
        extra: { status: job.status, proposal_status: proposal.status },
      },
    )
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
    bid_cents: proposal.bidCents,
    check_cents: job.checkCents,
    fee_bps: JOB_FEE_BPS,
    due_at: dueAt.toISOString(),
  }
  const answer = await fundEscrow(connectionOf(em), terms, key)
  if (answer.kind !== 'funded') return answer
  em.assign(proposal, { status: 'hired', updatedAt: now })
  await em.flush()
  const engagement = await em.findOneOrFail(Engagement, job.id, { refresh: true })
  await changeJob(em, mint, { job, engagement }, { event: 'hired', by: 'poster' })
  await declinePending(em, job.id)
  return answer
}
