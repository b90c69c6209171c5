import { z } from 'zod'

import { checkLead, leadFields } from '#shared/engines/company/lead-input.ts'
import { briefFields } from '#shared/engines/company/report/brief-report.ts'
import { EXAMPLE_BRIEF, EXAMPLE_SOURCE } from '#shared/engines/company/report/example-brief.data.ts'

import { defineOutcome } from '../define.ts'
import { FetchedSource, pageSource } from '../lib/fetched-source.ts'

export const leadBrief = defineOutcome({
  slug: 'lead-brief',
  title: 'Lead brief',
  description:
    'One-page brief on a company or contact from a domain, an e-mail address or a name: who it is, size, place, what goes on (hiring, funding, launches, leadership), technology, risks and talking points. Every fact carries the page or record it comes from, with its words; what nobody says is null and listed. A name that fits several companies gives candidates, never a guess.',
  cents: 35,
  timeoutMs: 35_000,
  types: {
    takes: { domain: 'domain', email: 'email', company_name: 'company', purpose: 'purpose' },
    gives: { company: 'json', talking_points: 'json' },
    also: {
      'company.name.value': 'company',
      'company.legal_name.value': 'company',
      'company.domain.value': 'domain',
      'company.ticker.value': 'ticker',
    },
    either: ['email', 'domain', 'company_name'],
  },
  input: () => z.object(leadFields),
  output: () =>
    z.object({
      source: FetchedSource.nullable().describe('the start page; null where it is not known which company is meant'),
      as_of: z.string().nullable(),
      ...briefFields,
    }),
  example: {
    input: { domain: 'acme.com' },
    output: { source: EXAMPLE_SOURCE, as_of: EXAMPLE_SOURCE.fetched_at, ...EXAMPLE_BRIEF },
  },
  check: checkLead,
  async run(lead, ctx) {
    const { readLead } = await import('#shared/engines/company/lead-brief.ts')
    const plan = {
      kinds: ['about', 'contact', 'careers', 'press', 'legal', 'team'],
      most: 8,
      parts: ['whois', 'dns', 'tech', 'news', 'records', 'hiring'],
      budgetMs: 26_000,
      durable: false,
    } as const
    const { brief, facts } = await readLead(lead, plan, ctx)
    const { home } = facts ?? {}
    return {
      source: home === undefined ? null : pageSource(home),
      as_of: home?.fetchedAt ?? null,
      ...brief,
    }
  },
})
