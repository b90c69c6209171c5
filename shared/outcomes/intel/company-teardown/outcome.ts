import { z } from 'zod'

import { readCompanyDomain } from '#shared/engines/company/company-domain.ts'
import { EXAMPLE_SOURCE } from '#shared/engines/company/report/example-brief.data.ts'
import { EXAMPLE_TEARDOWN } from './teardown/example-teardown.data.ts'
import { teardownFields } from './teardown/teardown-report.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { FetchedSource, pageSource } from '#shared/outcomes/lib/fetched-source.ts'

export const companyTeardown = defineOutcome({
  slug: 'company-teardown',
  title: 'Company teardown',
  description:
    'Deep teardown of a company’s public footprint from one polite crawl of at most 25 pages: offer with proof, plans and prices, funnel, stack and hosting, trust, content, hiring, search presence, a SWOT by published rules and a scorecard that names its basis. What the company claims stays a claim, with its words; what is not found is null and listed.',
  cents: 50,
  timeoutMs: 45_000,
  types: {
    takes: { domain: 'domain' },
    gives: { overview: 'json', pricing: 'json' },
    also: { 'overview.name.value': 'company', 'overview.domain.value': 'domain', 'overview.ticker.value': 'ticker' },
  },
  input: () => z.object({ domain: z.string().min(1).max(300).describe('company domain') }),
  output: () => z.object({ source: FetchedSource, as_of: z.string().nullable(), ...teardownFields }),
  example: {
    input: { domain: 'acme.com' },
    output: { source: EXAMPLE_SOURCE, as_of: EXAMPLE_SOURCE.fetched_at, ...EXAMPLE_TEARDOWN },
  },
  check({ domain }) {
    if (readCompanyDomain(domain) === null)
      throw invalidFields({ path: ['domain'], msg: 'Value error, this is not the domain of a company', input: domain })
  },
  async run({ domain }, ctx) {
    const { buildTeardown } = await import('./teardown/build-teardown.ts')
    const { teardown, facts } = await buildTeardown(readCompanyDomain(domain) ?? domain, ctx)
    const { url, fetchedAt } = facts.home
    return {
      source: pageSource({ url, fetchedAt }),
      as_of: fetchedAt,
      ...teardown,
    }
  },
})
