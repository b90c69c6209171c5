import type { z } from 'zod'

import type { OutcomeContext } from '#shared/doors/context.ts'

import type { CompanyWish } from './collect-company.ts'
import type { Competitor } from './competitors/competitor.ts'
import { buildHiringReport } from './jobs/build-hiring-report.ts'
import { readLead } from './lead-brief.ts'
import { buildPeopleReport } from './people/build-people-report.ts'
import { type Fit, fitOf } from './report/fit.ts'
import { outreachOf } from './report/outreach.ts'
import type { plusFields } from './report/plus-report.ts'
import { timelineOf } from './report/timeline.ts'

type Lead = Parameters<typeof readLead>[0]
export type LeadBriefPlus = z.output<z.ZodObject<typeof plusFields>>

const MOST_PEOPLE = 15
const MOST_ROLES = 25
const SINCE_DAYS = 90
const PLAN: Pick<CompanyWish, 'kinds' | 'most' | 'parts'> = {
  kinds: ['about', 'team', 'careers', 'press', 'pricing', 'contact', 'legal', 'product', 'blog', 'customers'],
  most: 14,
  parts: ['whois', 'dns', 'tech', 'news', 'records', 'hiring', 'headers'],
}

/** The brief with people, hiring, competitors, timeline, fit and an outreach angle, all from one crawl. */
export async function readLeadPlus(
  lead: Lead & { competitors: number },
  { budgetMs, durable, more = [] }: Pick<CompanyWish, 'budgetMs' | 'durable'> & { more?: CompanyWish['parts'] },
  ctx: OutcomeContext,
) {
  const { brief, facts } = await readLead(
    lead,
    { ...PLAN, parts: [...PLAN.parts, ...more], competitors: lead.competitors, budgetMs, durable },
    ctx,
  )
  if (facts === null) {
    const nothing: LeadBriefPlus = {
      brief,
      people: [],
      hiring: null,
      competitors: [],
      timeline: [],
      fit: null,
      outreach: null,
      unknowns: brief.unknowns,
      sources: brief.sources,
    }
    return { plus: nothing, facts, brief, fit: null }
  }
  const people = buildPeopleReport(facts.site, { limit: MOST_PEOPLE })
  const found = facts.site.parked === null ? facts.competitors : null
  const hiring =
    facts.hiring === null
      ? null
      : buildHiringReport(facts.hiring, { now: ctx.now(), sinceDays: SINCE_DAYS, limit: MOST_ROLES })
  const isAbsent = facts.hiring !== null && facts.hiring.openRoles === null && facts.hiring.ats === null
  const fit: Fit | null = fitOf(facts, lead.purpose)
  const competitors = (found?.competitors ?? []).map(({ domain, name, why, source_url }: Competitor) => ({
    domain,
    name,
    why,
    source_url,
  }))
  const plus: LeadBriefPlus = {
    brief,
    people: people.people,
    // Here zero is what was found; `unknowns` says that there was no page to find it on.
    hiring: hiring === null ? null : { ...hiring, open_roles: isAbsent ? 0 : hiring.open_roles },
    competitors,
    timeline: timelineOf(facts),
    fit:
      fit === null
        ? null
        : {
            score: fit.score,
            reasons: [...fit.reasons, ...fit.disqualifiers.map((text) => ({ text, source_url: facts.home.url }))],
          },
    outreach: outreachOf(facts),
    unknowns: [
      ...brief.unknowns,
      ...people.unknowns,
      ...(found !== null && competitors.length === 0
        ? [
            found.asked
              ? 'competitors: no name stands next to it on two independent pages'
              : 'competitors: the search did not answer',
          ]
        : []),
    ],
    sources: withSources(brief.sources, competitors),
  }
  return { plus, facts, brief, fit }
}

function withSources(
  sources: LeadBriefPlus['sources'],
  competitors: readonly { name: string; source_url: string }[],
): LeadBriefPlus['sources'] {
  const known = new Set(sources.map(({ url }) => url))
  const at = sources[0]?.fetched_at ?? ''
  const more = competitors.filter(({ source_url: url }) => !known.has(url))
  return [
    ...sources,
    ...more.map(({ name, source_url: url }, place) => ({
      n: sources.length + place + 1,
      url,
      title: `names ${name}`,
      fetched_at: at,
    })),
  ]
}
