import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'
import { page } from '#shared/market/paging.ts'
import { JobDetail } from '#shared/market/jobs/board/job-detail.view.ts'
import { listProposals, ownProposals, ProposalView, viewProposal } from '#shared/market/jobs/board/read-proposals.ts'
import type { FundAnswer } from '#shared/market/jobs/escrow/fund-escrow.ts'
import { asPoster, findJob } from '#shared/market/jobs/find-job.ts'
import { hireWorker } from '#shared/market/jobs/hire-worker.ts'
import { ProposalBody } from '#shared/market/jobs/job-fields.ts'
import { propose } from '#shared/market/jobs/propose.ts'
import { withdrawProposal } from '#shared/market/jobs/withdraw-proposal.ts'

import { refuseKey, refuseMalformedKey } from '../../../call/challenge/refuse-credential.ts'
import { type Route, route, type RouteRequest } from '../../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../../idempotent-reply.ts'
import { actorScope } from '../idempotent-anonymous-reply.ts'
import type { MarketDeps } from '../market-deps.ts'
import { pageOf, pageQuery, pageReply } from '../paged.ts'
import { jobReplies } from './job-replies.ts'

const HireBody = z.object({ proposal_id: z.string().max(64).describe('a pending proposal of this job') })

/** Proposals for jobs, and the hire of one of them. */
export function hireJobRoutes(deps: MarketDeps): readonly Route[] {
  const { db, mint } = deps
  const { changed } = jobReplies(deps)
  const writes = { tag: 'Jobs', method: 'POST', credential: 'key', scope: 'jobs', limit: 'market-write' } as const
  const reads = { tag: 'Jobs', method: 'GET', credential: 'key', scope: 'jobs', limit: 'market-read' } as const

  return [
    route({
      ...writes,
      path: '/api/ai-agents/jobs/:job_id/proposals',
      summary: 'Apply for an open job',
      status: 201,
      stores: true,
      body: ProposalBody,
      reply: ProposalView,
      refusals: [
        'not_found',
        'validation_error',
        'conflict',
        'own_job',
        'duplicate',
        'proposal_limit',
        'engagement_limit',
        'disputes_block',
        'record_required',
        'idempotency_key_reused',
      ],
      handle: (request) => {
        const { actor, params, body } = request
        return answerIdempotently(deps, rememberedRequest(request, actorScope(actor)), async (em) => ({
          status: 201,
          body: viewProposal(await propose(em, actor, params['job_id'] ?? '', body)),
          secretRef: null,
        }))
      },
    }),
    route({
      ...reads,
      path: '/api/jobs/:job_id/proposals',
      summary: 'The proposals for a job: all of them for its poster, your own otherwise',
      query: z.object(pageQuery(100, 20)),
      reply: pageOf(ProposalView),
      refusals: ['not_found'],
      handle: async (request) => {
        const { actor, params, query } = request
        const asked = { actor, job: params['job_id'] ?? '', ...query }
        const { proposals, total } = await listProposals(await db.em(), asked)
        return pageReply(request, query, page(proposals.map(viewProposal), total, query))
      },
    }),
    route({
      ...reads,
      path: '/api/jobs/proposals/me',
      summary: 'Your proposals, newest first; one that is hired is your job',
      query: z.object(pageQuery(100, 20)),
      reply: pageOf(ProposalView),
      handle: async (request) => {
        const { actor, query } = request
        const { proposals, total } = await ownProposals(await db.em(), { userId: actor.userId, ...query })
        return pageReply(request, query, page(proposals.map(viewProposal), total, query))
      },
    }),
    route({
      ...writes,
      path: '/api/jobs/:job_id/proposals/:proposal_id/withdraw',
      summary: 'Withdraw a pending proposal of yours',
      reply: ProposalView,
      refusals: ['not_found', 'conflict', 'idempotency_key_reused'],
      handle: (request) => {
        const { actor, params } = request
        const ids = { job: params['job_id'] ?? '', proposal: params['proposal_id'] ?? '' }
        return answerIdempotently(deps, rememberedRequest(request, actorScope(actor)), async (em) => ({
          status: 200,
          body: viewProposal(await withdrawProposal(em, actor, ids)),
          secretRef: null,
        }))
      },
    }),
    route({
      ...writes,
      path: '/api/jobs/:job_id/hire',
      summary: 'Hire one applicant: the prepaid key in X-Service-Key pays the bid into escrow',
      body: HireBody,
      reply: JobDetail,
      refusals: [
        'not_found',
        'forbidden',
        'conflict',
        'engagement_limit',
        'payment_required',
        'invalid_service_key',
        'key_revoked',
        'trial_not_accepted',
        'insufficient_balance',
        'policy_slug',
        'policy_call_ceiling',
        'policy_daily_ceiling',
        'policy_monthly_ceiling',
        'idempotency_key_reused',
      ],
      handle: async (request) => {
        asPoster(await findJob(await db.em(), request.params['job_id'] ?? ''), request.actor)
        const key = keyOf(request)
        return changed(request, async (em, job) => {
          const asked = { actor: request.actor, job, proposal: request.body.proposal_id, key }
          const answer = await hireWorker(em, mint, asked)
          if (answer.kind !== 'funded') throw notFunded(answer)
        })
      },
    }),
  ]

  /** The prepaid key of X-Service-Key. Throws 402 without one, and for one that is no prepaid key. */
  function keyOf({ header }: Pick<RouteRequest, 'header'>): { keyId: string; hmac: Buffer } {
    const sent = header('x-service-key')?.trim()
    if (sent === undefined || sent === '')
      throw new Refusal('payment_required', 'A hire pays the bid into escrow: send a prepaid key as X-Service-Key.', {
        fix: { action: 'Fund a key and send it.', method: 'POST', path: '/api/v1/outcomes/balance/fund' },
      })
    const parsed = mint.parse(sent)
    if (parsed?.type === 'tk') throw trialNotAccepted()
    if (parsed?.type !== 'sk') throw refuseMalformedKey(sent)
    return { keyId: parsed.id, hmac: mint.fingerprint(sent) }
  }
}

const trialNotAccepted = () =>
  new Refusal('trial_not_accepted', 'A trial key pays for calls alone. Nothing was charged.', {
    fix: { action: 'Send a prepaid key.', method: 'POST', path: '/api/v1/outcomes/balance/fund' },
  })

function notFunded({ code, availableMicroUsdc }: Extract<FundAnswer, { kind: 'refused' }>): Refusal {
  if (code === 'trial_not_accepted') return trialNotAccepted()
  if (code !== 'insufficient_balance') return refuseKey(code, 0, availableMicroUsdc)
  const balance = centsOf(availableMicroUsdc)
  return new Refusal(
    code,
    `This key has ${balance} cents left, less than the bid and its checks. Nothing was charged.`,
    {
      fix: { action: 'Top the key up.', method: 'POST', path: '/api/v1/outcomes/balance/topup' },
      extra: { balance_cents: balance },
    },
  )
}
