import { z } from 'zod'

import { readCompanyDomain } from '#shared/engines/company/company-domain.ts'
import { hiringFields } from '#shared/engines/company/jobs/hiring-report.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '../define.ts'
import { FetchedSource } from '../lib/fetched-source.ts'
import example from './hiring-signals.example.json' with { type: 'json' }

/** The site gets this long; the board is asked afterwards. */
const CRAWL_MS = 13_000

export const hiringSignals = defineOutcome({
  slug: 'hiring-signals',
  title: 'Hiring signals',
  description:
    'Open roles of a company from its careers page and applicant-tracking board (Greenhouse, Lever, Ashby, Workable, Recruitee, SmartRecruiters, JobPosting markup), each with function, level, place, date and link, and what they say: building AI, scaling sales, a new market, a leadership gap, a freeze. Thresholds are told; no careers page means unknown, not zero.',
  cents: 12,
  timeoutMs: 25_000,
  types: {
    takes: { domain: 'domain', limit: 'count', since_days: 'json' },
    gives: { roles: 'json', signals: 'json' },
    also: { 'roles.0.url': 'url', 'roles.0.title': 'title' },
  },
  input: () =>
    z.object({
      domain: z.string().min(1).max(300).describe('company domain'),
      limit: z.int().min(1).max(200).default(50).describe('roles in the answer; counts are of all of them'),
      since_days: z.int().min(1).max(365).default(90).describe('what counts as recent'),
    }),
  output: () =>
    z.object({
      source: FetchedSource,
      as_of: z.string().nullable(),
      domain: z.string(),
      ...hiringFields,
      pages_read: z.array(z.string()),
      unknowns: z.array(z.string()),
    }),
  example: exampleFrom(example),
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
