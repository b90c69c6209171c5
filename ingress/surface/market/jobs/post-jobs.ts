import { z } from 'zod'

import { publicId } from '#shared/market/public-id.ts'
import { page } from '#shared/market/paging.ts'
import { JobDetail } from '#shared/market/jobs/board/job-detail.view.ts'
import { feedRowOf, JobView, viewJob } from '#shared/market/jobs/board/job.view.ts'
import { ownJobs } from '#shared/market/jobs/board/read-proposals.ts'
import { editJob } from '#shared/market/jobs/edit-job.ts'
import { EditJob, PostJob } from '#shared/market/jobs/job-fields.ts'
import { postJob } from '#shared/market/jobs/post-job.ts'
import type { CheckPrices } from '#shared/market/jobs/price-of-checks.ts'
import { cancelJob } from '#shared/market/jobs/work/cancel-job.ts'
import { claimStorage } from '#shared/market/quotas/claim-storage.ts'
import { plainText } from '#shared/market/users/account-fields.ts'

import type { IngressDeps } from '../../../deps.ts'
import { type Route, route } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'
import { pageOf, pageQuery, pageReply } from '../paged.ts'
import { storerOf } from '../storer.ts'
import { jobReplies } from './job-replies.ts'

const CancelBody = z.object({ reason: plainText(2_000).nullish() })

/** Posts, changes and cancels jobs, and lists those of an account. */
export function postJobRoutes(deps: MarketDeps & Pick<IngressDeps, 'catalog'>): readonly Route[] {
  const { db, mint, catalog, hashes, config } = deps
  const { changed } = jobReplies(deps)
  const about = { tag: 'Jobs', credential: 'key', scope: 'jobs', limit: 'market-write', stores: true } as const
  const prices: CheckPrices = (slug) => {
    const outcome = catalog.get(slug)?.outcome
    return outcome?.pure === true ? outcome.cents : null
  }
  return [
    route({
      ...about,
      method: 'POST',
      path: '/api/jobs',
      summary: 'Post a job; nothing is paid before you hire',
      status: 201,
      body: PostJob,
      reply: JobDetail,
      refusals: ['validation_error', 'job_limit', 'byte_budget', 'idempotency_key_reused'],
      handle: (request) =>
        changed(
          request,
          async (em) => {
            const bytes = Buffer.byteLength(JSON.stringify(request.body))
            await claimStorage(em, storerOf(hashes, request))({ bytes })
            return publicId('job', await postJob(em, request.actor, request.body, prices))
          },
          201,
        ),
    }),
    route({
      ...about,
      method: 'PATCH',
      path: '/api/jobs/:job_id',
      summary: 'Change an open job; what was bid for stays while proposals are pending',
      body: EditJob,
      reply: JobDetail,
      refusals: ['not_found', 'forbidden', 'conflict', 'validation_error'],
      handle: (request) => changed(request, (em, id) => editJob(em, request.actor, id, { sent: request.body, prices })),
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/jobs/:job_id/cancel',
      summary:
        'Take an open job off the board, take the money back before a delivery, or give it back as the hired worker',
      body: CancelBody,
      nullable: true,
      reply: JobDetail,
      refusals: ['not_found', 'forbidden', 'conflict', 'idempotency_key_reused'],
      handle: (request) =>
        changed(request, (em, id) =>
          cancelJob(em, mint, { actor: request.actor, job: id, reason: request.body.reason ?? null }),
        ),
    }),
    route({
      tag: 'Jobs',
      method: 'GET',
      path: '/api/jobs/user/me',
      summary: 'The jobs you posted, newest first',
      credential: 'key',
      scope: 'read',
      limit: 'market-read',
      query: z.object(pageQuery(100, 20)),
      reply: pageOf(JobView.extend({ status: z.string() })),
      handle: async (request) => {
        const { actor, query } = request
        const { jobs, total } = await ownJobs(await db.em(), { userId: actor.userId, ...query })
        const items = jobs.map((job) => ({
          ...viewJob(feedRowOf(job), config.publicBaseUrl),
          status: job.status,
        }))
        return pageReply(request, query, page(items, total, query))
      },
    }),
  ]
}
