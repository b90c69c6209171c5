import type { EntityManager } from '@mikro-orm/sql'
import type { Pool as PgPool } from 'pg'

import type { CredentialMint } from '#shared/money/credentials.ts'
import { readChainRefund } from '#shared/money/x402/refund-on-chain.ts'

import { publicId } from '../../public-id.ts'
import type { Actor } from '../../users/actor.ts'
import { MarketUser } from '../../users/market-user.entity.ts'
import { JobVetting } from '../checks/job-vetting.entity.ts'
import { MOST_TRIES } from '../checks/take-unchecked.ts'
import type { Engagement } from '../engagement.entity.ts'
import { jobRole, type JobRole, type SeenJob } from '../find-job.ts'
import { JobEvent } from '../job-event.entity.ts'
import { JOB_TIMERS, type JobState } from '../transitions.rules.ts'
import { Delivery } from '../work/delivery.entity.ts'
import { JobReview } from '../work/job-review.entity.ts'
import { readCardRefund } from '../cards/read-card-refund.ts'
import { allowedJobActions } from './allowed-actions.ts'
import { feedRowOf, viewJob } from './job.view.ts'
import type { CheckResultsView, EngagementView, JobDetail } from './job-detail.view.ts'

/** Reads a job as an account, or nobody, sees it. The hire is shown to its two sides alone. */
export async function readJob(
  em: EntityManager,
  seen: SeenJob,
  { actor, pg, baseUrl, mint }: { actor: Actor | null; pg: PgPool; baseUrl: string; mint: CredentialMint },
): Promise<JobDetail> {
  const { job, engagement } = seen
  const role = jobRole(seen, actor)
  const status: JobState = job.status
  const [vettings, users, review] = await Promise.all([
    em.find(JobVetting, { jobId: job.id }, { disableIdentityMap: true }),
    em.find(
      MarketUser,
      { id: { $in: [job.posterId, ...(engagement === null ? [] : [engagement.workerId])] } },
      { fields: ['username'], disableIdentityMap: true },
    ),
    role === null ? null : em.findOne(JobReview, { jobId: job.id, author: role }, { disableIdentityMap: true }),
  ])
  const names = new Map(users.map(({ id, username }) => [id, username]))
  const party = (id: string) => ({ user_id: publicId('usr', id), username: names.get(id) ?? '' })
  const checksOf = (nth: number) => viewChecks(vettings.find(({ deliveryNth }) => deliveryNth === nth))
  const event = JOB_TIMERS[status]
  const shown =
    role === null || engagement === null
      ? null
      : await viewEngagement(em, { engagement, role, pg, mint, worker: party(engagement.workerId), checksOf })
  return {
    ...viewJob(feedRowOf(job), baseUrl),
    status,
    description: job.description,
    done_when: job.doneWhen ?? null,
    acceptance_checks: job.checks,
    check_cents: job.checkCents,
    poster: party(job.posterId),
    brief_check: checksOf(0),
    created_at: job.createdAt.toISOString(),
    expires_at: job.expiresAt.toISOString(),
    next: job.wakeAt && event !== undefined ? { event, at: job.wakeAt.toISOString() } : null,
    role,
    allowed_actions:
      role === null ? [] : allowedJobActions(seen, role, { hasReviewed: review !== null, at: new Date() }),
    engagement: shown,
  }
}

type Shown = {
  engagement: Engagement
  role: JobRole
  pg: PgPool
  mint: CredentialMint
  worker: EngagementView['worker']
  checksOf: (nth: number) => CheckResultsView
}

async function viewEngagement(
  em: EntityManager,
  { engagement, role, pg, mint, worker, checksOf }: Shown,
): Promise<EngagementView> {
  const jobId = engagement.jobId
  const paymentId = role === 'poster' && engagement.decidedAt ? engagement.paymentId : null
  const [deliveries, timeline, refund, cardRefund] = await Promise.all([
    em.find(Delivery, { jobId }, { orderBy: { nth: 'asc' }, disableIdentityMap: true }),
    em.find(JobEvent, { jobId }, { orderBy: { nth: 'asc' }, disableIdentityMap: true }),
    paymentId ? readChainRefund(pg, paymentId) : null,
    role === 'poster' && engagement.decidedAt ? readCardRefund(pg, jobId) : null,
  ])
  const isDecided = Boolean(engagement.decidedAt)
  const decided = (cents: number) => (isDecided ? cents : null)
  const keyId = engagement.refundKeyId ?? null
  return {
    proposal_id: publicId('prp', engagement.proposalId),
    worker,
    bid_cents: engagement.bidCents,
    check_cents: engagement.checkCents,
    fee_bps: engagement.feeBps,
    funded_at: engagement.fundedAt.toISOString(),
    due_at: engagement.dueAt.toISOString(),
    money: {
      in_escrow_cents: isDecided ? 0 : engagement.bidCents + engagement.checkCents,
      worker_cents: decided(engagement.workerCents),
      fee_cents: decided(engagement.feeCents),
      checks_cents: decided(engagement.checksCents),
      poster_cents: decided(engagement.posterCents),
      refund_key: role === 'poster' && keyId !== null ? mint.issue('sk', keyId) : null,
      refund_payout:
        refund === null
          ? null
          : { payout_id: publicId('pay', refund.id), state: refund.state, transaction: refund.transaction },
      refund_card: cardRefund,
    },
    deliveries: deliveries.map(({ nth, notes, url = null, result = null, files, digest, createdAt }) => ({
      nth,
      notes,
      url,
      result,
      files: files.map((file) => ({
        ...file,
        url: `/api/jobs/${publicId('job', jobId)}/files/${file.file_id}`,
      })),
      digest,
      checks: checksOf(nth),
      created_at: createdAt.toISOString(),
    })),
    dispute:
      engagement.disputedAt && engagement.disputedBy
        ? {
            opened_by: engagement.disputedBy,
            opened_at: engagement.disputedAt.toISOString(),
            poster_answered_at: engagement.posterAnsweredAt?.toISOString() ?? null,
            worker_answered_at: engagement.workerAnsweredAt?.toISOString() ?? null,
            worker_bps: engagement.workerBps ?? null,
          }
        : null,
    timeline: timeline.map(({ at, event, actor, reason = null, status }) => ({
      at: at.toISOString(),
      event,
      actor,
      reason,
      status,
    })),
  }
}

/** The checks as they stand. Those that broke each time say so, and nothing of what they were to check. */
function viewChecks(vetting: JobVetting | undefined): CheckResultsView {
  const { vettedAt, verdict = null, results = null, tries = 0, takenUntil } = vetting ?? {}
  if (vetting === undefined || vettedAt) return { state: 'done', verdict, results: results ?? [] }
  if (tries < MOST_TRIES || !takenUntil || takenUntil > new Date()) return { state: 'waiting', verdict, results: [] }
  return { state: 'done', verdict, results: [{ id: 'checks', status: 'error', detail: 'They could not be made.' }] }
}
