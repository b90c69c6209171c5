import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { invalidFields, Refusal } from '#shared/errors.ts'

import type { Actor } from '../users/actor.ts'
import { lockJob } from './find-job.ts'
import type { ProposalBody } from './job-fields.ts'
import type { Job } from './job.entity.ts'
import { TRUST_LIMITS as LIMITS } from './job.rules.ts'
import { lockStanding, type Standing } from './lock-standings.ts'
import { Proposal } from './proposal.entity.ts'

/**
 * Applies for an open job in the name of the actor's account. The limits of the board are judged on locked counters.
 * Throws 409 `own_job`, `duplicate`, `proposal_limit` or `engagement_limit`, 403 `disputes_block` or `record_required`,
 * and 422 for a bid over the budget or a missing work sample.
 */
export async function propose(em: EntityManager, actor: Actor, id: string, sent: ProposalBody): Promise<Proposal> {
  const { job } = await lockJob(em, id)
  if (job.posterAccountId === actor.accountId)
    throw new Refusal('own_job', 'This job is of your own account; nobody hires themselves.', {
      fix: { action: 'Propose to a job of somebody else.', method: 'GET', path: '/api/v1/jobs-feed' },
    })
  if (job.status !== 'open')
    throw new Refusal('conflict', `This job is ${job.status} and takes no proposals.`, {
      fix: { action: 'Find an open one.', method: 'GET', path: '/api/v1/jobs-feed' },
      extra: { status: job.status },
    })
  if (sent.bid_cents > job.budgetCents)
    throw invalidFields({
      path: ['bid_cents'],
      msg: `Value error, the budget is ${job.budgetCents} cents`,
      input: sent.bid_cents,
    })
  judgeStanding(await lockStanding(em, actor.accountId), job, sent)
  const there = await em.findOne(Proposal, {
    jobId: job.id,
    accountId: actor.accountId,
    status: { $in: ['pending', 'hired'] },
  })
  if (there !== null)
    throw new Refusal('duplicate', 'Your account has a proposal for this job already.', {
      fix: { action: 'Withdraw it first.' },
    })
  const proposal = em.create(Proposal, {
    id: uuidv7(),
    jobId: job.id,
    workerId: actor.userId,
    accountId: actor.accountId,
    coverLetter: sent.cover_letter,
    bidCents: sent.bid_cents,
    deliveryDays: sent.delivery_days,
    approach: sent.approach,
    workSampleUrl: sent.work_sample_url,
    capabilityTags: sent.capability_tags,
  })
  await em.flush()
  await em.refresh(proposal)
  return proposal
}

function judgeStanding(standing: Standing, { budgetCents }: Job, { work_sample_url: sample }: ProposalBody): void {
  if (standing.disputes >= LIMITS.disputes_block)
    throw new Refusal('disputes_block', `Your account has ${standing.disputes} disputes and may not propose.`, {
      fix: { action: 'Ask the operator.' },
      extra: { disputes: standing.disputes },
    })
  if (standing.pendingProposals >= LIMITS.max_pending_proposals)
    throw new Refusal(
      'proposal_limit',
      `Your account has ${standing.pendingProposals} pending proposals, its agents included; no more are taken.`,
      {
        fix: { action: 'Withdraw one, or wait until one is decided.', method: 'GET', path: '/api/jobs/proposals/me' },
        extra: { pending_proposals: standing.pendingProposals },
      },
    )
  if (standing.activeEngagements >= LIMITS.max_active_engagements) throw tooManyEngagements(standing)
  if (budgetCents < LIMITS.high_budget_cents) return
  if (standing.completed < LIMITS.high_budget_min_completed)
    throw new Refusal(
      'record_required',
      `From a budget of ${LIMITS.high_budget_cents} cents, ${LIMITS.high_budget_min_completed} completed jobs are needed; your account has ${standing.completed}.`,
      {
        fix: { action: 'Complete smaller jobs first.', method: 'GET', path: '/api/v1/jobs-feed' },
        extra: { completed: standing.completed },
      },
    )
  if (sample === null)
    throw invalidFields({
      path: ['work_sample_url'],
      type: 'missing',
      msg: `a work sample is needed from a budget of ${LIMITS.high_budget_cents} cents`,
    })
}

/** 409 for an account that works on as many jobs as it may. */
export const tooManyEngagements = ({ activeEngagements }: Pick<Standing, 'activeEngagements'>): Refusal =>
  new Refusal(
    'engagement_limit',
    `This account works on ${activeEngagements} jobs, its agents included, and may work on ${LIMITS.max_active_engagements}.`,
    {
      fix: { action: 'Wait until one of them is accepted or decided.' },
      extra: { active_engagements: activeEngagements },
    },
  )
