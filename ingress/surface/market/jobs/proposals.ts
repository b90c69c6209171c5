import { z } from 'zod'

import { page } from '#shared/market/paging.ts'
import { listProposals, ownProposals, ProposalView, viewProposal } from '#shared/market/jobs/board/read-proposals.ts'
import { ProposalBody } from '#shared/market/jobs/job-fields.ts'
import { propose } from '#shared/market/jobs/propose.ts'
import { withdrawProposal } from '#shared/market/jobs/withdraw-proposal.ts'

import { type Route, route } from '../../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../../idempotent-reply.ts'
import { actorScope } from '../idempotent-anonymous-reply.ts'
import type { MarketDeps } from '../market-deps.ts'
import { pageOf, pageQuery, pageReply } from '../paged.ts'

/** Proposals for jobs. */
export function proposalRoutes(deps: MarketDeps): readonly Route[] {
  const { db } = deps
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
  ]
}
