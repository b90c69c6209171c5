import { z } from 'zod'

import { readCompanyDomain } from '#shared/engines/company/company-domain.ts'
import { snapshotFields } from './competitors/snapshot-report.ts'
import { EXAMPLE_SOURCE } from '#shared/engines/company/report/example-brief.data.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { FetchedSource } from '#shared/outcomes/lib/fetched-source.ts'

const AT = EXAMPLE_SOURCE.fetched_at
const row = (domain: string, name: string, price: number) => ({
  domain,
  status: 'read' as const,
  name,
  tagline: null,
  pricing: {
    model: 'subscription',
    entry_price: price,
    currency: 'USD',
    period: 'month',
    free_tier: false,
    url: `https://${domain}/pricing`,
    quote: `Pro · $${price}/mo`,
  },
  features: [],
  technologies: [],
  founded: null,
  size_band: null,
  hq: null,
  age_days: null,
  last_news: null,
  tranco_rank: null,
  evidence: [
    {
      field: 'name',
      source_url: `https://${domain}/`,
      quote: null,
      path: 'og:site_name',
      observed_at: AT,
      confidence: 0.85,
    },
  ],
})

export const competitorSnapshot = defineOutcome({
  slug: 'competitor-snapshot',
  title: 'Competitor snapshot',
  description:
    'Side-by-side facts of a company and its competitors, given or found: tagline, plans and entry price with currency and period, features, technology, age, last news, and in what the company differs. Competitors that are found stand next to it on at least two independent pages, which are named. One that is unreachable or the company itself is reported, not dropped.',
  cents: 12,
  timeoutMs: 50_000,
  types: {
    takes: { domain: 'domain', competitors: 'competitor[]' },
    gives: { rows: 'json', differences: 'json' },
    also: {
      'rows.0.pricing.url': 'url',
      'rows.0.name': 'company',
      'rows.0.domain': 'domain',
      'rows.0.pricing.entry_price': 'amount',
      'rows.0.pricing.currency': 'currency',
      'rows.0.last_news.url': 'url',
    },
  },
  input: () =>
    z.object({
      domain: z.string().min(1).max(300).describe('subject'),
      competitors: z
        .array(z.string().min(1).max(300))
        .max(5)
        .optional()
        .describe('competitor domains; found automatically when absent (at most 3)'),
    }),
  output: () => z.object({ source: FetchedSource, as_of: z.string().nullable(), ...snapshotFields }),
  example: {
    input: { domain: 'acme.com', competitors: ['globex.com'] },
    output: {
      source: EXAMPLE_SOURCE,
      as_of: AT,
      rows: [row('acme.com', 'Acme', 29), row('globex.com', 'Globex', 49)],
      matrix: [
        { attribute: 'entry_price', values: { 'acme.com': '29 USD per month', 'globex.com': '49 USD per month' } },
      ],
      differences: [
        {
          attribute: 'entry_price',
          subject: '29 USD per month',
          others: { 'globex.com': '49 USD per month' },
          note: 'acme.com 29 USD per month, globex.com 49 USD per month',
        },
      ],
      discovered: false,
      discovery_evidence: [],
      unknowns: [{ domain: 'acme.com', fields: ['tranco_rank'] }],
      sources: [{ n: 1, url: 'https://acme.com/', title: 'Acme', fetched_at: AT }],
      steps: [],
    },
  },
  check({ domain, competitors = [] }) {
    const msg = 'Value error, this is not the domain of a company'
    const wrong = competitors.flatMap((one, at) =>
      readCompanyDomain(one) === null ? [{ path: ['competitors', at], msg, input: one }] : [],
    )
    const all = readCompanyDomain(domain) === null ? [{ path: ['domain'], msg, input: domain }, ...wrong] : wrong
    if (all.length > 0) throw invalidFields(...all)
  },
  async run({ domain, competitors }, ctx) {
    const { takeSnapshot } = await import('./competitors/take-snapshot.ts')
    const { snapshot, facts } = await takeSnapshot({ domain: readCompanyDomain(domain) ?? domain, competitors }, ctx)
    const { url, fetchedAt } = facts.home
    return {
      source: { name: new URL(url).host, url, fetched_at: fetchedAt, cached: false, cache_age_s: 0, stale: false },
      as_of: fetchedAt,
      ...snapshot,
    }
  },
})
