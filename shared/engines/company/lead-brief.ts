import type { OutcomeContext } from '#shared/doors/context.ts'

import { collectCompany, type CompanyFacts, type CompanyWish } from './collect-company.ts'
import type { Brief } from './report/brief-report.ts'
import { buildBrief, NO_COMPANY } from './report/build-brief.ts'
import { readContact } from './report/read-contact.ts'
import { resolveCompany, verify } from './resolve/resolve-company.ts'

type Lead = {
  domain?: string | undefined
  email?: string | undefined
  company_name?: string | undefined
  purpose?: string | undefined
}
type Plan = Pick<CompanyWish, 'kinds' | 'most' | 'parts' | 'budgetMs' | 'durable' | 'competitors'>

/** A brief and the facts it was made from; no facts when the company could not be identified. */
export type ReadLead = { brief: Brief; facts: CompanyFacts | null }

/** Finds out which company is meant, gathers what is public of it, and writes the brief. */
export async function readLead(lead: Lead, plan: Plan, ctx: OutcomeContext): Promise<ReadLead> {
  const who = await resolveCompany(lead, ctx)
  const resolved = { resolved_by: who.by, ambiguous: who.ambiguous, candidates: who.candidates }
  if (who.domain === null) {
    const brief: Brief = {
      ...resolved,
      company: NO_COMPANY,
      contact: lead.email === undefined ? null : readContact(lead.email, who.emailPart),
      signals: [],
      technologies: [],
      talking_points: [],
      risks: [],
      confidence: 0,
      injection_flags: [],
      unknowns: who.unknowns,
      sources: who.candidates.map(({ url, title }, place) => ({
        n: place + 1,
        url,
        title,
        fetched_at: ctx.now().toISOString(),
      })),
      steps: [],
    }
    return { brief, facts: null }
  }
  const [facts, emailPart] = await Promise.all([
    collectCompany({ ...plan, domain: who.domain, name: lead.company_name }, ctx),
    lead.email === undefined || who.emailPart !== null ? who.emailPart : verify(lead.email, ctx),
  ])
  return { brief: buildBrief(facts, { resolved, email: lead.email, emailPart, purpose: lead.purpose }), facts }
}
