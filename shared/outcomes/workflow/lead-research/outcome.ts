import { z } from 'zod'

import { researchFields } from './dossier/research-report.ts'
import { EXAMPLE_RESEARCH } from './dossier/example-research.data.ts'
import { checkLead, leadFields } from '#shared/engines/company/lead-input.ts'
import { EXAMPLE_SOURCE } from '#shared/engines/company/report/example-brief.data.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { FetchedSource } from '#shared/outcomes/lib/fetched-source.ts'

/** A workflow over one crawl and the outcomes beside it; every page and part is a durable step. */
export const leadResearch = defineOutcome({
  slug: 'lead-research',
  title: 'Lead research',
  description:
    'Complete lead dossier: company, people, signals, hiring, technology, contact validity, competitors, website, fit and next steps. Rendered as markdown with a citation behind every sentence, and every quote checked again against the page it is from. What nobody says is null and listed; a part that fails leaves its section empty with the reason.',
  cents: 100,
  pool: 'router-workflow',
  timeoutMs: 75_000,
  types: {
    takes: { domain: 'domain', company_name: 'company', email: 'email', purpose: 'purpose' },
    gives: { dossier_markdown: 'markdown' },
    also: {
      'company.name.value': 'company',
      'company.legal_name.value': 'company',
      'company.domain.value': 'domain',
      'company.ticker.value': 'ticker',
      'people.0.name': 'name',
    },
  },
  input: () =>
    z.object({
      domain: z.string().min(1).max(300).describe('company domain'),
      company_name: leadFields.company_name,
      email: leadFields.email.describe('contact'),
      purpose: z.string().max(500).optional().describe('what is sold or asked'),
    }),
  output: () => z.object({ source: FetchedSource, as_of: z.string().nullable(), ...researchFields }),
  example: {
    input: { domain: 'acme.com', purpose: 'monitoring for steel plants' },
    output: { source: EXAMPLE_SOURCE, as_of: EXAMPLE_SOURCE.fetched_at, ...EXAMPLE_RESEARCH },
  },
  check: checkLead,
  async run(lead, ctx) {
    const { researchLead } = await import('./dossier/research-lead.ts')
    const { research, facts } = await researchLead(lead, ctx)
    const { url, fetchedAt } = facts.home
    return {
      source: { name: new URL(url).host, url, fetched_at: fetchedAt, cached: false, cache_age_s: 0, stale: false },
      as_of: fetchedAt,
      ...research,
    }
  },
})
