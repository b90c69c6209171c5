import { z } from 'zod'

import { cacheBehind } from '#shared/lib/concurrency/cache-for.ts'
import { takesCards } from '#shared/market/cards/takes-cards.ts'
import { HIRE_MODEL, jobsMeta } from '#shared/market/jobs/board/jobs-meta.ts'
import { jobGuide, jobsText, jobText } from '#shared/market/jobs/board/job-texts.ts'
import { JobDetail } from '#shared/market/jobs/board/job-detail.view.ts'
import { JobView } from '#shared/market/jobs/board/job.view.ts'
import { countOpenJobs, readFeed } from '#shared/market/jobs/board/read-feed.ts'
import { TRUST_LIMITS } from '#shared/market/jobs/job.rules.ts'

import { sendDocument, textDocument } from '../../../discovery/text-document.ts'
import { type Route, route } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'
import { pageQuery } from '../paged.ts'
import { feedDocuments } from './feed-documents.ts'
import { jobReplies } from './job-replies.ts'

const filter = (most: number, what: string) => z.string().max(most).optional().describe(what)
const FeedQuery = z.object({
  job_kind: filter(64, 'standalone or listing'),
  category: filter(64, 'an id of GET /api/jobs/meta'),
  q: filter(200, 'words, "phrases", -without'),
  tag: filter(64, 'an entry of capability_tags'),
  min_budget_cents: z.coerce.number().int().min(0).max(100_000_000).optional(),
  ...pageQuery(100, 20),
})
const FeedAnswer = z.object({
  generated_at: z.string(),
  hire_model: z.string(),
  guide_url: z.string(),
  board_url: z.string(),
  meta_api_url: z.string(),
  feed_self_url: z.string(),
  trust_limits: z.object({
    max_pending_proposals: z.int(),
    max_active_engagements: z.int(),
    high_budget_cents: z.int(),
    high_budget_min_completed: z.int(),
    high_budget_needs_work_sample: z.boolean(),
    disputes_block: z.int(),
    min_delivery_notes: z.int(),
  }),
  job_kind_filter: z.string().nullable(),
  category_filter: z.string().nullable(),
  query: z.string().nullable(),
  count: z.int().describe('jobs of this page'),
  total_open: z.int().describe('all open jobs, whatever the filters; at most 30 s old'),
  jobs: z.array(JobView),
})
const MARKDOWN = 'text/markdown; charset=utf-8'

/** The board as everybody reads it: the feed, its meta, one job, and the same as Markdown. */
export function jobBoardRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, now } = deps
  const baseUrl = config.publicBaseUrl
  const board = () => db.replica ?? db.lists
  const feed = feedDocuments(now)
  // Counting 100,000 jobs takes longer than reading a page of them.
  const openJobs = cacheBehind({ freshMs: 10_000, oldestMs: 30_000 }, () => countOpenJobs(board()))
  const { detail } = jobReplies(deps)
  const about = { tag: 'Jobs', method: 'GET', limit: 'market-read' } as const
  const guide = textDocument(jobGuide(baseUrl), MARKDOWN)

  return [
    route({
      ...about,
      path: '/api/v1/jobs-feed',
      summary: 'Open jobs, the latest change first',
      credential: 'none',
      query: FeedQuery,
      reply: FeedAnswer,
      redirects: [304],
      handle: async (request) => {
        const { query } = request
        const { job_kind, category, limit, offset } = query
        const q = query.q?.trim() || undefined
        const tag = query.tag?.trim().toLowerCase()
        const wanted = { job_kind, category, q, tag, min_budget_cents: query.min_budget_cents, limit, offset }
        const document = await feed(JSON.stringify(wanted), async () => {
          const [jobs, totalOpen] = await Promise.all([
            readFeed(board(), baseUrl, {
              jobKind: job_kind ?? null,
              category: category ?? null,
              q: q ?? null,
              tag: tag ?? null,
              minBudgetCents: query.min_budget_cents ?? null,
              limit,
              offset,
            }),
            openJobs(),
          ])
          const asked = new URLSearchParams()
          for (const [name, value] of Object.entries(wanted)) if (value !== undefined) asked.set(name, String(value))
          return {
            hire_model: HIRE_MODEL,
            guide_url: `${baseUrl}/jobs/guide.md`,
            board_url: `${baseUrl}/jobs`,
            meta_api_url: `${baseUrl}/api/jobs/meta`,
            feed_self_url: `${baseUrl}/api/v1/jobs-feed?${asked.toString()}`,
            trust_limits: TRUST_LIMITS,
            job_kind_filter: job_kind ?? null,
            category_filter: category ?? null,
            query: q ?? null,
            count: jobs.length,
            total_open: totalOpen,
            jobs,
          }
        })
        return sendDocument(request, document)
      },
    }),
    route({
      ...about,
      path: '/api/jobs/meta',
      summary: 'Categories, limits, states, timers and fees of the jobs board',
      credential: 'none',
      reply: z.looseObject({ trust_limits: FeedAnswer.shape.trust_limits }),
      handle: () => ({
        headers: { 'Cache-Control': 'public, max-age=60' },
        body: jobsMeta(baseUrl, { byCard: takesCards(config) }),
      }),
    }),
    route({
      ...about,
      path: '/api/jobs/:job_id',
      summary: 'One job; for its poster and its worker with the hire, its money and what they may do now',
      credential: 'optional',
      scope: 'jobs',
      reply: JobDetail,
      refusals: ['not_found'],
      handle: async ({ actor, params }) => ({
        headers: { 'Cache-Control': 'no-store' },
        body: await detail(actor, params['job_id'] ?? ''),
      }),
    }),
    route({
      ...about,
      path: '/jobs',
      summary: 'The newest open jobs, as Markdown',
      credential: 'none',
      type: MARKDOWN,
      redirects: [304],
      handle: async (request) => {
        const none = { jobKind: null, category: null, q: null, tag: null, minBudgetCents: null }
        const jobs = await readFeed(board(), baseUrl, { ...none, limit: 50, offset: 0 })
        return sendDocument(request, textDocument(jobsText(jobs, baseUrl), MARKDOWN))
      },
    }),
    route({
      ...about,
      path: '/jobs/guide.md',
      summary: 'How to post, propose, hire, deliver and be paid',
      credential: 'none',
      type: MARKDOWN,
      redirects: [304],
      handle: (request) => sendDocument(request, guide),
    }),
    route({
      ...about,
      path: '/jobs/:job_id',
      summary: 'One job, as Markdown',
      credential: 'none',
      type: MARKDOWN,
      refusals: ['not_found'],
      handle: async ({ params }) => ({
        headers: { 'Cache-Control': 'no-store' },
        type: MARKDOWN,
        body: jobText(await detail(null, params['job_id'] ?? '')),
      }),
    }),
  ]
}
