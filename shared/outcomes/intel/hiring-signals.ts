import { z } from 'zod'

import { readCompanyDomain } from '#shared/engines/company/company-domain.ts'
import { hiringFields } from '#shared/engines/company/jobs/hiring-report.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '../define.ts'
import { FetchedSource } from '../lib/fetched-source.ts'

/** The site gets this long; the board is asked afterwards. */
const CRAWL_MS = 13_000

export const hiringSignals = defineOutcome({
  slug: 'hiring-signals',
  title: 'Hiring signals',
  description:
    'Open roles of a company from its careers page and applicant-tracking board (Greenhouse, Lever, Ashby, Workable, Recruitee, SmartRecruiters, JobPosting markup), each with function, level, place, date and link, and what they say: building AI, scaling sales, a new market, a leadership gap, a freeze. Thresholds are told; no careers page means unknown, not zero.',
  cents: 12,
  timeoutMs: 25_000,
  input: z.object({
    domain: z.string().min(1).max(300).describe('company domain'),
    limit: z.int().min(1).max(200).default(50).describe('roles in the answer; counts are of all of them'),
    since_days: z.int().min(1).max(365).default(90).describe('what counts as recent'),
  }),
  output: z.object({
    source: FetchedSource,
    as_of: z.string().nullable(),
    domain: z.string(),
    ...hiringFields,
    pages_read: z.array(z.string()),
    unknowns: z.array(z.string()),
  }),
  example: {
    input: { domain: 'acme.com', limit: 1 },
    output: {
      source: {
        name: 'Greenhouse',
        url: 'https://boards-api.greenhouse.io/v1/boards/acme/jobs?content=true',
        fetched_at: '2026-11-20T12:00:00.000Z',
        cached: false,
        cache_age_s: 0,
        stale: false,
      },
      as_of: '2026-11-20T12:00:00.000Z',
      domain: 'acme.com',
      open_roles: 2,
      roles: [
        {
          title: 'Senior Machine Learning Engineer',
          function: 'data',
          seniority: 'senior',
          location: 'Berlin',
          remote: null,
          posted_at: '2026-11-02T09:00:00.000Z',
          url: 'https://boards.greenhouse.io/acme/jobs/2',
          ats: 'greenhouse',
        },
      ],
      recent_roles: 2,
      by_function: { data: 1, sales: 1 },
      by_location: { Berlin: 2 },
      signals: [
        {
          code: 'building_ai',
          strength: 0.5,
          message: '1 of 2 roles name machine learning (3, or a fifth, are enough).',
          evidence: ['https://boards.greenhouse.io/acme/jobs/2'],
        },
      ],
      ats: 'greenhouse',
      ruleset: 'hiring-signals/2026-11-20',
      pages_read: ['https://acme.com/', 'https://acme.com/careers'],
      unknowns: [],
    },
  },
  check({ domain }) {
    if (readCompanyDomain(domain) === null)
      throw invalidFields({ path: ['domain'], msg: 'Value error, this is not the domain of a company', input: domain })
  },
  async run({ domain: given, limit, since_days: sinceDays }, ctx) {
    const [{ openHome, readSite }, { findJobs }, { buildHiringReport }] = await Promise.all([
      import('#shared/engines/company/crawl/read-site.ts'),
      import('#shared/engines/company/jobs/find-jobs.ts'),
      import('#shared/engines/company/jobs/build-hiring-report.ts'),
    ])
    const domain = readCompanyDomain(given) ?? given
    const doors = { ...ctx, step: <Answer>(_: string, work: () => Promise<Answer>) => work() }
    const untilMs = performance.now() + CRAWL_MS
    const home = await openHome(doors, domain)
    const site = await readSite(doors, home, { domain, kinds: ['careers', 'about'], most: 6, untilMs })
    const hiring = await findJobs(ctx, site)
    const {
      name,
      url,
      fetched_at: at,
      cached,
      cache_age_s: age,
      stale,
    } = hiring.source ?? {
      name: domain,
      url: home.url,
      fetched_at: home.fetchedAt,
      cached: false,
      cache_age_s: 0,
      stale: false,
    }
    return {
      source: { name, url: url ?? home.url, fetched_at: at, cached, cache_age_s: age, stale },
      as_of: at,
      domain,
      ...buildHiringReport(hiring, { now: ctx.now(), sinceDays, limit }),
      pages_read: site.pages.map((page) => page.url),
      unknowns: [...hiring.unknowns, ...(site.parked === null ? [] : [`site: the domain is parked (${site.parked})`])],
    }
  },
})
