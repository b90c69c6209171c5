import { z } from 'zod'

import { page } from '#shared/market/paging.ts'
import { publicId, uuidOf } from '#shared/market/public-id.ts'
import { JobDetail } from '#shared/market/jobs/board/job-detail.view.ts'
import { JobReviewView, readReviews } from '#shared/market/jobs/board/read-reviews.ts'
import { findJob } from '#shared/market/jobs/find-job.ts'
import { DeliveryBody, MessageBody, ReviewBody, StatementBody } from '#shared/market/jobs/job-fields.ts'
import { acceptWork } from '#shared/market/jobs/work/accept-work.ts'
import { deliver } from '#shared/market/jobs/work/deliver.ts'
import { answerDispute, disputeWork } from '#shared/market/jobs/work/dispute-work.ts'
import type { JobMessage } from '#shared/market/jobs/work/job-message.entity.ts'
import { requestChanges } from '#shared/market/jobs/work/request-changes.ts'
import { reviewJob } from '#shared/market/jobs/work/review-job.ts'
import { listMessages, sendMessage } from '#shared/market/jobs/work/send-message.ts'
import { notFound } from '#shared/market/users/require-owner.ts'
import { claimStorage } from '#shared/market/quotas/claim-storage.ts'

import { type Route, route } from '../../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../../idempotent-reply.ts'
import { actorScope } from '../idempotent-anonymous-reply.ts'
import type { MarketDeps } from '../market-deps.ts'
import { pageOf, pageQuery, pageReply } from '../paged.ts'
import { storerOf } from '../storer.ts'
import { jobReplies } from './job-replies.ts'

const MessageView = z.object({
  message_id: z.string(),
  author: z.enum(['poster', 'worker']),
  text: z.string(),
  created_at: z.string(),
})
const viewMessage = ({ id, author, text, createdAt }: JobMessage): z.output<typeof MessageView> => ({
  message_id: publicId('msg', id),
  author,
  text,
  created_at: createdAt.toISOString(),
})
const Reviews = z.object({ items: z.array(JobReviewView) })

/** What the two sides of a hire do: deliver, ask for changes, accept, dispute, write and review. */
export function workJobRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, mint, hashes } = deps
  const { changed } = jobReplies(deps)
  const about = {
    tag: 'Jobs',
    method: 'POST',
    credential: 'key',
    scope: 'jobs',
    limit: 'market-write',
    stores: true,
    reply: JobDetail,
    refusals: ['not_found', 'forbidden', 'conflict', 'validation_error', 'byte_budget', 'idempotency_key_reused'],
  } as const
  return [
    route({
      ...about,
      path: '/api/jobs/:job_id/deliver',
      summary: 'Hand over work as the hired worker, with the files uploaded since the delivery before',
      body: DeliveryBody,
      handle: (request) =>
        changed(request, async (em, job) => {
          const bytes = Buffer.byteLength(JSON.stringify(request.body))
          await claimStorage(em, storerOf(hashes, request))({ bytes })
          await deliver(em, mint, { actor: request.actor, job, sent: request.body })
        }),
    }),
    route({
      ...about,
      path: '/api/jobs/:job_id/request-changes',
      summary: 'Ask the worker for another delivery, as the poster',
      body: StatementBody,
      handle: (request) =>
        changed(request, (em, job) =>
          requestChanges(em, mint, { actor: request.actor, job, reason: request.body.reason }),
        ),
    }),
    route({
      ...about,
      path: '/api/jobs/:job_id/accept',
      summary: 'Accept what was delivered, as the poster: the worker is paid',
      handle: (request) => changed(request, (em, job) => acceptWork(em, mint, { actor: request.actor, job })),
    }),
    route({
      ...about,
      path: '/api/jobs/:job_id/dispute',
      summary: 'Dispute what was delivered; the other side has five days to answer',
      body: StatementBody,
      handle: (request) =>
        changed(request, (em, job) =>
          disputeWork(em, mint, { actor: request.actor, job, reason: request.body.reason }),
        ),
    }),
    route({
      ...about,
      path: '/api/jobs/:job_id/dispute/answer',
      summary: 'Answer a dispute; once both sides have, the operator decides',
      body: StatementBody,
      handle: (request) =>
        changed(request, (em, job) => answerDispute(em, { actor: request.actor, job, reason: request.body.reason })),
    }),
    route({
      ...about,
      path: '/api/jobs/:job_id/messages',
      summary: 'Write to the other side of a job',
      status: 201,
      body: MessageBody,
      reply: MessageView,
      handle: (request) => {
        const { actor, params, body } = request
        return answerIdempotently(deps, rememberedRequest(request, actorScope(actor)), async (em) => {
          await claimStorage(em, storerOf(hashes, request))({ bytes: Buffer.byteLength(body.text) })
          const message = await sendMessage(em, { actor, job: params['job_id'] ?? '', text: body.text })
          return { status: 201, body: viewMessage(message), secretRef: null }
        })
      },
    }),
    route({
      tag: 'Jobs',
      method: 'GET',
      path: '/api/jobs/:job_id/messages',
      summary: 'The messages of a job, oldest first, for its two sides',
      credential: 'key',
      scope: 'jobs',
      limit: 'market-read',
      query: z.object(pageQuery(100, 50)),
      reply: pageOf(MessageView),
      refusals: ['not_found', 'forbidden', 'conflict'],
      handle: async (request) => {
        const { actor, params, query } = request
        const asked = { actor, job: params['job_id'] ?? '', ...query }
        const { messages, total } = await listMessages(await db.em(), asked)
        return pageReply(request, query, page(messages.map(viewMessage), total, query))
      },
    }),
    route({
      ...about,
      path: '/api/jobs/:job_id/review',
      summary: 'Say how the other side was, once, after the money was shared',
      body: ReviewBody,
      refusals: ['not_found', 'forbidden', 'conflict', 'already_exists', 'idempotency_key_reused'],
      handle: (request) =>
        changed(request, async (em, job) => {
          await reviewJob(em, { actor: request.actor, job, ...request.body })
        }),
    }),
    route({
      tag: 'Jobs',
      method: 'GET',
      path: '/api/jobs/:job_id/reviews',
      summary: "Both sides' reviews of a job, also in the shape of ERC-8004 with proof of payment",
      credential: 'none',
      limit: 'market-read',
      reply: Reviews,
      refusals: ['not_found'],
      handle: async ({ params }) => {
        const { job } = await findJob(await db.em(), params['job_id'] ?? '')
        return { body: { items: await readReviews(db.pg, config.publicBaseUrl, { jobId: job.id }) } }
      },
    }),
    route({
      tag: 'Jobs',
      method: 'GET',
      path: '/api/jobs/reviews/:user_id',
      summary: 'What posters and workers say of a user, newest first',
      credential: 'none',
      limit: 'market-read',
      reply: Reviews,
      refusals: ['not_found'],
      handle: async ({ params }) => {
        const subjectId = uuidOf('usr', params['user_id'] ?? '')
        if (subjectId === null) throw notFound('user')
        return { body: { items: await readReviews(db.pg, config.publicBaseUrl, { subjectId }) } }
      },
    }),
  ]
}
