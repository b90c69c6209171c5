import type { OutcomeContext } from '#shared/doors/context.ts'

import type { CompanyFacts } from '#shared/engines/company/collect-company.ts'
import { domainOfEmail, readCompanyDomain } from '#shared/engines/company/company-domain.ts'
import type { EmailPart } from '#shared/engines/company/company-parts.ts'
import { readLeadPlus } from '#shared/engines/company/lead-brief-plus.ts'
import type { LeadBriefPlus } from '#shared/engines/company/lead-brief-plus.ts'
import { readContact } from '#shared/engines/company/report/read-contact.ts'
import { verify } from '#shared/engines/company/resolve/resolve-company.ts'
import { writeDossier } from './dossier.ts'
import type { Research } from './research-report.ts'

const BUDGET_MS = 50_000
const COMPETITORS = 3

type Lead = {
  domain: string
  company_name?: string | undefined
  email?: string | undefined
  purpose?: string | undefined
}

/** Everything of lead-brief-plus over one crawl, with the contact, the website and a dossier. Throws where the start page cannot be read. */
export async function researchLead(
  lead: Lead,
  ctx: OutcomeContext,
): Promise<{ research: Research; facts: CompanyFacts }> {
  const domain = readCompanyDomain(lead.domain) ?? lead.domain
  const [{ plus, facts, fit }, emailPart] = await Promise.all([
    readLeadPlus(
      { domain, company_name: lead.company_name, purpose: lead.purpose, competitors: COMPETITORS },
      { budgetMs: BUDGET_MS, durable: true, more: ['llms_txt'] },
      ctx,
    ),
    lead.email === undefined ? null : verify(lead.email, ctx),
  ])
  // Safe to insist: with a domain given there is always a company to read.
  if (facts === null) throw new Error('a domain was given and nothing was read')
  const { caller, tech, headers, llmsTxt } = facts
  const types = [...new Set(facts.site.pages.flatMap((page) => page.types))].toSorted()
  const dossier = writeDossier(plus, facts)
  const contact = lead.email === undefined ? null : contactOf(lead.email, emailPart, domain)
  return {
    facts,
    research: {
      dossier_markdown: dossier.markdown,
      company: plus.brief.company,
      people: plus.people,
      contact,
      signals: plus.brief.signals,
      hiring: plus.hiring,
      technology: { technologies: tech?.technologies ?? [], hosting: tech?.hosting ?? null },
      competitors: plus.competitors,
      website: {
        security_grade: headers?.security.grade ?? null,
        ai_readiness: {
          llms_txt: llmsTxt,
          structured_data_types: types,
          score: (llmsTxt === true ? 50 : 0) + (types.length > 0 ? 50 : 0),
        },
      },
      findings: findingsOf(plus, contact, domain),
      fit,
      next_steps: nextSteps(plus, contact),
      injection_flags: plus.brief.injection_flags,
      unknowns: unknownsOf(plus, facts, lead.email !== undefined && emailPart === null),
      sources: dossier.sources,
      steps: [...caller.book.lines],
      citation_check: dossier.check,
    },
  }
}

function contactOf(email: string, part: EmailPart | null, domain: string): NonNullable<Research['contact']> {
  const { name_guess: nameHint, role_hint: roleHint, email: address } = readContact(email, part)
  return {
    email: address,
    name_hint: nameHint,
    role_hint: roleHint,
    verdict: part?.verdict ?? null,
    provider: part?.provider ?? null,
    disposable: part?.disposable ?? null,
    free_mail: part?.free_mail ?? null,
    domain_matches: domainOfEmail(email) === domain,
  }
}

function findingsOf(plus: LeadBriefPlus, contact: Research['contact'], domain: string): Research['findings'] {
  const risks = plus.brief.risks.map(({ code, text, source_url }) => ({ code, text, source_url }))
  if (contact === null) return risks
  return [
    ...risks,
    ...(contact.domain_matches
      ? []
      : [{ code: 'email_other_domain', text: `${contact.email} is not an address of ${domain}.`, source_url: null }]),
    ...(contact.verdict === 'undeliverable'
      ? [{ code: 'email_undeliverable', text: `Mail to ${contact.email} does not arrive.`, source_url: null }]
      : []),
  ]
}

function nextSteps(plus: LeadBriefPlus, contact: Research['contact']): Research['next_steps'] {
  const [lead] = plus.people.filter(
    ({ seniority }) => seniority === 'c_level' || seniority === 'founder' || seniority === 'vp',
  )
  const { outreach } = plus
  return [
    ...(lead === undefined
      ? []
      : [
          {
            action: `Address ${lead.name} (${lead.title}).`,
            why: 'The most senior person whom the company names.',
            based_on: [lead.source_url],
          },
        ]),
    ...(outreach === null
      ? []
      : [{ action: `Open with: ${outreach.opener}`, why: outreach.angle, based_on: outreach.based_on }]),
    ...(contact !== null && contact.verdict !== 'deliverable_likely'
      ? [
          {
            action: 'Check the address by another way before you write.',
            why: `Its verdict is ${contact.verdict ?? 'unknown'}.`,
            based_on: [contact.email],
          },
        ]
      : []),
    ...((plus.hiring?.open_roles ?? 0) > 0
      ? [
          {
            action: 'Tie the offer to the roles that are open.',
            why: `${plus.hiring?.open_roles} roles show where it spends.`,
            based_on: plus.hiring?.signals.map(({ code }) => code) ?? [],
          },
        ]
      : []),
    ...(plus.brief.risks.length > 0
      ? [
          {
            action: 'Clear the risks before you spend time on it.',
            why: plus.brief.risks[0]?.text ?? '',
            based_on: plus.brief.risks.map(({ code }) => code),
          },
        ]
      : []),
  ]
}

function unknownsOf(plus: LeadBriefPlus, { news }: CompanyFacts, isContactUnknown: boolean): string[] {
  return [
    ...new Set([
      ...(news === null ? ['news: its sources did not answer'] : []),
      ...plus.unknowns,
      ...(isContactUnknown ? ['contact: email-verify-lite did not answer'] : []),
    ]),
  ]
}
