import { z } from 'zod'

import { readCompanyDomain } from '#shared/engines/company/company-domain.ts'
import { EmailPatternShape, PersonShape } from '#shared/engines/company/people/people-report.ts'
import { documentedDefault } from '#shared/engines/guard/guard-input.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '../define.ts'
import { FetchedSource } from '../lib/fetched-source.ts'
import example from './company-people.example.json' with { type: 'json' }

const CRAWL_MS = 16_000
const MOST_PAGES = 9
const USUAL_LIMIT = 15

export const companyPeople = defineOutcome({
  slug: 'company-people',
  title: 'Company people',
  description:
    'Publicly named leadership and staff of a company from its own pages (team, about, imprint, press, JSON-LD), each with title, level, function, the words of the page and its address. Only what the organisation publishes itself: no private addresses, no login networks, and an e-mail pattern only where published addresses show it.',
  cents: 15,
  timeoutMs: 25_000,
  types: {
    takes: { domain: 'domain', limit: 'count' },
    gives: { people: 'json' },
    also: { 'people.0.name': 'name', 'people.0.source_url': 'url', 'people.0.links.0': 'url', domain: 'domain' },
  },
  input: () =>
    z.object({
      domain: z.string().min(1).max(300).describe('company domain'),
      roles: z
        .array(z.string().min(1).max(60))
        .max(20)
        .optional()
        .describe('only people whose title, level or function holds one of these words, such as ceo or engineering'),
      limit: documentedDefault(z.int().min(1).max(50), USUAL_LIMIT).describe('rows'),
    }),
  output: () =>
    z.object({
      source: FetchedSource,
      as_of: z.string().nullable(),
      domain: z.string(),
      people: z.array(PersonShape).describe('most senior first'),
      count: z.int(),
      found: z.int().describe('people found before the filter and the limit'),
      email_pattern: EmailPatternShape.nullable().describe('addresses are never made from it'),
      pages_read: z.array(z.string()),
      unknowns: z.array(z.string()),
    }),
  example: exampleFrom(example),
  check({ domain }) {
    if (readCompanyDomain(domain) === null)
      throw invalidFields({ path: ['domain'], msg: 'Value error, this is not the domain of a company', input: domain })
  },
  async run({ domain: given, roles, limit = USUAL_LIMIT }, ctx) {
    const [{ openHome, readSite }, { buildPeopleReport }] = await Promise.all([
      import('#shared/engines/company/crawl/read-site.ts'),
      import('#shared/engines/company/people/build-people-report.ts'),
    ])
    const domain = readCompanyDomain(given) ?? given
    const doors = { ...ctx, step: <Answer>(_: string, work: () => Promise<Answer>) => work() }
    const untilMs = performance.now() + CRAWL_MS
    const home = await openHome(doors, domain)
    const kinds = ['team', 'about', 'legal', 'press', 'contact'] as const
    const site = await readSite(doors, home, { domain, kinds, most: MOST_PAGES, untilMs })
    return {
      source: { name: domain, url: home.url, fetched_at: home.fetchedAt, cached: false, cache_age_s: 0, stale: false },
      as_of: home.fetchedAt,
      domain,
      ...buildPeopleReport(site, { roles, limit }),
      pages_read: site.pages.map((page) => page.url),
    }
  },
})
