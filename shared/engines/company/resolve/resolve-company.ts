import { nullIfRefused } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import { domainOfEmail, readCompanyDomain } from '../company-domain.ts'
import { EmailPart, SearchPart } from '../company-parts.ts'
import type { Brief } from '../report/brief-report.ts'
import { titleLikeness } from './name-match.ts'

const LEAST_MATCH = 0.8
/** Minimum lead of the best candidate over the next. */
const LEAST_LEAD = 0.1
const MOST_CANDIDATES = 5
/** Sites about companies, never the company's own. */
const DIRECTORIES =
  /(?:^|\.)(?:linkedin|facebook|x|twitter|instagram|youtube|wikipedia|crunchbase|bloomberg|glassdoor|indeed|yelp|zoominfo|pitchbook|owler|dnb|opencorporates|g2|capterra|trustpilot|github|medium|reddit|amazon|apple|google|dictionary|merriam-webster|reuters|forbes|tracxn|rocketreach|apollo|craft|cbinsights|northdata)\.(?:com|org|net|io|co|de)$/

export type Candidate = Brief['candidates'][number]

/**
 * The identified company. `domain` is null when nothing identifies it (only a free-mail address) or several fit
 * equally.
 */
export type Resolution = {
  domain: string | null
  by: Brief['resolved_by']
  ambiguous: boolean
  candidates: Candidate[]
  emailPart: EmailPart | null
  unknowns: string[]
}

type Given = { domain?: string | undefined; email?: string | undefined; company_name?: string | undefined }

/**
 * Identifies a company by the given domain, else by that of the e-mail address unless it is a public mail provider's,
 * else by a search for the name.
 */
export async function resolveCompany(given: Given, ctx: OutcomeContext): Promise<Resolution> {
  const nothing = { ambiguous: false, candidates: [], emailPart: null, unknowns: [] }
  if (given.domain !== undefined) return { ...nothing, domain: readCompanyDomain(given.domain), by: 'domain' }
  if (given.email !== undefined) {
    const emailPart = await verify(given.email, ctx)
    const isAnybodys = emailPart === null ? false : emailPart.free_mail || emailPart.disposable
    const domain = domainOfEmail(emailPart?.email ?? given.email)
    if (!isAnybodys && domain !== null) return { ...nothing, domain, by: 'email', emailPart }
    if (given.company_name === undefined) {
      const unknowns = ['company: the address is of a free mail provider, which says nothing about a company']
      return { ...nothing, domain: null, by: 'email', emailPart, unknowns }
    }
    return { ...(await byName(given.company_name, ctx)), emailPart }
  }
  return byName(given.company_name ?? '', ctx)
}

/** The part about an address; null where it cannot be had. */
export async function verify(email: string, ctx: OutcomeContext): Promise<EmailPart | null> {
  if ((await ctx.reliability('email-verify-lite')) === null) return null
  return EmailPart.safeParse(await ctx.call('email-verify-lite', { email }).catch(nullIfRefused)).data ?? null
}

async function byName(name: string, ctx: OutcomeContext): Promise<Resolution> {
  const { results } = SearchPart.parse(
    await ctx.call('web-search', { query: `"${name}" official site`, limit: 10 }, 'web-search name'),
  )
  const candidates = rankCandidates(name, results)
  const [first, second] = candidates
  const base = { by: 'name_search' as const, emailPart: null }
  if (first === undefined || first.match < LEAST_MATCH) {
    const unknowns = [`company: no site was found whose name is close enough to “${name.slice(0, 100)}”`]
    return { ...base, domain: null, ambiguous: false, candidates, unknowns }
  }
  const isClose = second !== undefined && second.match >= LEAST_MATCH && first.match - second.match < LEAST_LEAD
  if (isClose) {
    const unknowns = [
      `company: “${name.slice(0, 100)}” fits several sites as well; send the domain of the one that is meant`,
    ]
    return { ...base, domain: null, ambiguous: true, candidates, unknowns }
  }
  return { ...base, domain: first.domain, ambiguous: false, candidates, unknowns: [] }
}

/** Ranks sites by how well their title or name fits, each once; directories are excluded. */
export function rankCandidates(name: string, results: readonly SearchPart['results'][number][]): Candidate[] {
  const found = new Map<string, Candidate>()
  for (const { title, url } of results) {
    const domain = readCompanyDomain(URL.parse(url)?.hostname ?? '')
    if (domain === null || DIRECTORIES.test(domain)) continue
    const match = Math.round(titleLikeness(name, title, domain) * 100) / 100
    const known = found.get(domain)
    if (known === undefined || known.match < match)
      found.set(domain, { domain, title: title.slice(0, 200), match, url })
  }
  return [...found.values()].toSorted((a, b) => b.match - a.match).slice(0, MOST_CANDIDATES)
}
