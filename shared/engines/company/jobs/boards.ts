import { z } from 'zod'

import { count, listOf, text, time } from '#shared/engines/repo/hosts/host-shapes.ts'
import { oneLine } from '#shared/engines/site/one-line.ts'
import { UpstreamError, type UpstreamQuestion } from '#shared/doors/upstreams.ts'

import type { ApplicantSystem, PostedJob } from './job.ts'

const TTL_S = 3_600
const MOST_JOBS = 1_000

/** Roles of one of so many pages; `total` is how many the board has, null where it has more and does not say how many. */
export type BoardPage = { jobs: PostedJob[]; total: number | null; pages: number }

/** The board of one company; null where the system knows no such company. */
export type BoardQuestion = UpstreamQuestion<BoardPage | null>

/** Roles on a page of SmartRecruiters, the most it gives at once. */
const PAGE = 100
const LEVER_MOST = 500

const Greenhouse = z.object({
  jobs: listOf(
    z.object({
      title: z.string(),
      location: z.object({ name: text }).nullish(),
      absolute_url: z.string(),
      first_published: time,
      updated_at: time,
      departments: listOf(z.object({ name: text })).catch([]),
    }),
  ),
})
const Lever = listOf(
  z.object({
    text: z.string(),
    categories: z.object({ location: text, team: text, department: text }).partial().catch({}),
    createdAt: count,
    workplaceType: text,
    hostedUrl: z.string(),
  }),
)
const Ashby = z.object({
  jobs: listOf(
    z.object({
      title: z.string(),
      department: text,
      team: text,
      location: text,
      publishedAt: time,
      isListed: z.boolean().catch(true),
      isRemote: z.boolean().nullish(),
      jobUrl: z.string(),
    }),
  ),
})
const Workable = z.object({
  jobs: listOf(
    z.object({
      title: z.string(),
      department: text,
      city: text,
      country: text,
      telecommuting: z.boolean().nullish(),
      published_on: time,
      url: z.string(),
    }),
  ),
})
const Recruitee = z.object({
  offers: listOf(
    z.object({
      title: z.string(),
      department: text,
      location: text,
      remote: z.boolean().nullish(),
      published_at: time,
      careers_url: z.string(),
    }),
  ),
})
const SmartRecruiters = z.object({
  totalFound: z.int().min(0),
  content: listOf(
    z.object({
      id: z.union([z.string(), z.number()]),
      name: z.string(),
      releasedDate: time,
      location: z.object({ city: text, country: text, remote: z.boolean().nullish() }).partial().nullish(),
      department: z.object({ label: text }).partial().nullish(),
    }),
  ),
})

const job = (title: string, url: string, more: Partial<PostedJob>): PostedJob => ({
  department: '',
  location: null,
  remote: null,
  postedAt: null,
  ...more,
  title: oneLine(title, 200),
  url,
})
const place = (...parts: (string | null | undefined)[]) =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ') || null
const isRemote = (location: string | null, said: boolean | null | undefined): boolean | null =>
  said ?? (location !== null && /\bremote\b/i.test(location) ? true : null)

/** What most boards answer is the whole. */
type OneBoard = UpstreamQuestion<PostedJob[] | BoardPage | null>

/** The public job boards that can be read, by system. Each identifies a company by its own token. */
const boards: Partial<Record<ApplicantSystem, (token: string, page: number) => OneBoard>> = {
  greenhouse: (token) => ({
    upstream: 'greenhouse',
    path: '/v1/boards/{token}/jobs',
    fill: { token },
    query: { content: true },
    answers: [404],
    ttlS: TTL_S,
    read(reply) {
      if (reply.status === 404) return null
      return Greenhouse.parse(reply.json()).jobs.map((one) =>
        job(one.title, one.absolute_url, {
          department: one.departments.map(({ name }) => name ?? '').join(' '),
          location: one.location?.name ?? null,
          remote: isRemote(one.location?.name ?? null, null),
          postedAt: one.first_published ?? one.updated_at,
        }),
      )
    },
  }),
  lever: (token) => ({
    upstream: 'lever',
    path: '/v0/postings/{token}',
    fill: { token },
    query: { mode: 'json', skip: 0, limit: LEVER_MOST },
    answers: [404],
    ttlS: TTL_S,
    read(reply) {
      if (reply.status === 404) return null
      const answer = reply.json()
      // An error of Lever is an object, whatever its status.
      if (!Array.isArray(answer)) throw new UpstreamError('bad_response', 'its answer is no list')
      const jobs = Lever.parse(answer).map((one) =>
        job(one.text, one.hostedUrl, {
          department: `${one.categories.team ?? ''} ${one.categories.department ?? ''}`.trim(),
          location: one.categories.location ?? null,
          remote: one.workplaceType === null ? null : one.workplaceType === 'remote',
          postedAt: one.createdAt === null ? null : new Date(one.createdAt).toISOString(),
        }),
      )
      return { jobs, total: answer.length < LEVER_MOST ? jobs.length : null, pages: 1 }
    },
  }),
  ashby: (token) => ({
    upstream: 'ashby',
    path: '/posting-api/job-board/{token}',
    fill: { token },
    query: { includeCompensation: true },
    answers: [404],
    ttlS: TTL_S,
    read(reply) {
      if (reply.status === 404) return null
      return Ashby.parse(reply.json())
        .jobs.filter(({ isListed }) => isListed)
        .map((one) =>
          job(one.title, one.jobUrl, {
            department: `${one.team ?? ''} ${one.department ?? ''}`.trim(),
            location: one.location,
            remote: isRemote(one.location, one.isRemote),
            postedAt: one.publishedAt,
          }),
        )
    },
  }),
  workable: (token) => ({
    upstream: 'workable',
    path: '/api/v1/widget/accounts/{token}',
    fill: { token },
    query: { details: true },
    answers: [404],
    ttlS: TTL_S,
    read(reply) {
      if (reply.status === 404) return null
      return Workable.parse(reply.json()).jobs.map((one) =>
        job(one.title, one.url, {
          department: one.department ?? '',
          location: place(one.city, one.country),
          remote: one.telecommuting ?? null,
          postedAt: one.published_on,
        }),
      )
    },
  }),
  recruitee: (token) => ({
    upstream: 'recruitee',
    path: '/api/offers/',
    fill: { company: token.toLowerCase() },
    answers: [404],
    ttlS: TTL_S,
    read(reply) {
      if (reply.status === 404) return null
      return Recruitee.parse(reply.json()).offers.map((one) =>
        job(one.title, one.careers_url, {
          department: one.department ?? '',
          location: one.location,
          remote: isRemote(one.location, one.remote),
          postedAt: one.published_at,
        }),
      )
    },
  }),
  smartrecruiters: (token, page) => ({
    upstream: 'smartrecruiters',
    path: '/v1/companies/{token}/postings',
    fill: { token },
    query: { limit: PAGE, ...(page === 0 ? {} : { offset: page * PAGE }) },
    answers: [404],
    ttlS: TTL_S,
    read(reply) {
      if (reply.status === 404) return null
      const { totalFound: total, content } = SmartRecruiters.parse(reply.json())
      const jobs = content.map((one) =>
        job(one.name, `https://jobs.smartrecruiters.com/${encodeURIComponent(token)}/${one.id}`, {
          department: one.department?.label ?? '',
          location: place(one.location?.city, one.location?.country),
          remote: one.location?.remote ?? null,
          postedAt: one.releasedDate,
        }),
      )
      return { jobs, total, pages: Math.ceil(total / PAGE) }
    },
  }),
}

/** The question for a page of a company's board, the first is 0; null where the system has none that can be read. */
export const boardQuestion = (system: ApplicantSystem, token: string, page = 0): BoardQuestion | null => {
  const question = boards[system]?.(token, page)
  if (question === undefined) return null
  return {
    ...question,
    read(reply) {
      const found = question.read(reply)
      if (found === null) return null
      const page = Array.isArray(found) ? { jobs: found, total: found.length, pages: 1 } : found
      const shown = page.jobs.filter(({ title, url }) => title !== '' && /^https?:\/\//.test(url))
      return { ...page, jobs: shown.slice(0, MOST_JOBS) }
    },
  }
}
