import { z } from 'zod'

import { checkLead, leadFields } from '#shared/engines/company/lead-input.ts'
import { EXAMPLE_BRIEF, EXAMPLE_SOURCE } from '#shared/engines/company/report/example-brief.data.ts'
import { plusFields } from '#shared/engines/company/report/plus-report.ts'

import { defineOutcome } from '../define.ts'
import { FetchedSource, pageSource } from '../lib/fetched-source.ts'

export const leadBriefPlus = defineOutcome({
  slug: 'lead-brief-plus',
  title: 'Lead brief plus',
  description:
    'Lead brief extended with people, hiring, technology, competitors, a dated timeline, fit against your purpose and an outreach angle, all from one crawl. Every row names its page; competitors are only named where two independent pages put them next to the company.',
  cents: 65,
  timeoutMs: 45_000,
  types: {
    takes: { domain: 'domain', email: 'email', company_name: 'company', purpose: 'purpose', competitors: 'json' },
    gives: { brief: 'json', people: 'json' },
    also: {
      'brief.company.name.value': 'company',
      'brief.company.legal_name.value': 'company',
      'brief.company.domain.value': 'domain',
      'brief.company.ticker.value': 'ticker',
      'people.0.name': 'name',
    },
    either: ['email', 'domain', 'company_name'],
  },
  input: () =>
    z.object({
      ...leadFields,
      competitors: z.int().min(0).max(5).default(3).describe('competitors to find'),
    }),
  output: () => z.object({ source: FetchedSource.nullable(), as_of: z.string().nullable(), ...plusFields }),
  example: {
    input: { domain: 'acme.com', purpose: 'monitoring for steel plants' },
    output: {
      source: EXAMPLE_SOURCE,
      as_of: EXAMPLE_SOURCE.fetched_at,
      brief: EXAMPLE_BRIEF,
      people: [
        {
          name: 'Ada Lovelace',
          title: 'CTO',
          seniority: 'c_level',
          function: 'engineering',
          source_url: 'https://acme.com/team',
          quote: 'Ada Lovelace · CTO',
          links: [],
          last_seen: EXAMPLE_SOURCE.fetched_at,
        },
      ],
      hiring: null,
      competitors: [
        {
          domain: 'globex.com',
          name: 'Globex',
          why: 'named next to Acme on 2 sites, such as “Acme vs Globex”',
          source_url: 'https://compare.example/acme-vs-globex',
        },
      ],
      timeline: [{ date: '1999', event: 'founded', source_url: 'https://acme.com/' }],
      fit: { score: 50, reasons: [{ text: '“steel”: Steel widgets made to last.', source_url: 'https://acme.com/' }] },
      outreach: {
        angle: 'growth that shows in open roles',
        opener: 'I noticed that Acme has 12 open roles (engineering, sales).',
        based_on: ['s1'],
      },
      unknowns: ['company.legal_name: no page or record says it'],
      sources: [{ n: 1, url: 'https://acme.com/', title: 'Acme', fetched_at: EXAMPLE_SOURCE.fetched_at }],
    },
  },
  check: checkLead,
  async run(lead, ctx) {
    const { readLeadPlus } = await import('#shared/engines/company/lead-brief-plus.ts')
    const { plus, facts } = await readLeadPlus(lead, { budgetMs: 26_000, durable: false }, ctx)
    const { home } = facts ?? {}
    return {
      source: home === undefined ? null : pageSource(home),
      as_of: home?.fetchedAt ?? null,
      ...plus,
    }
  },
})
