import { askPart, type SourceLine } from '#shared/engines/sources/part.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import { DnsPart, WhoisPart } from './company-parts.ts'
import type { CompanySite, SitePage } from './crawl/company-site.ts'
import type { PageKind } from './crawl/page-kinds.rules.ts'
import { openHome, readSite } from './crawl/read-site.ts'
import { chooseFacts, type CompanyRecord } from './facts/fact.ts'
import { pageCandidates } from './facts/page-candidates.ts'
import { recordCandidates } from './facts/record-candidates.ts'
import { findJobs, type Hiring } from './jobs/find-jobs.ts'
import { findListed } from './knowledge/sec-filer.ts'
import { subdomainsQuestion } from './knowledge/subdomains.ts'
import { PartCaller } from './part-caller.ts'
import { type Beside, readBeside } from './read-beside.ts'
import { findSignals, type Signal } from './signals/find-signals.ts'

/** What an outcome wants to know about a company. Parts that are not named are not fetched. */
export type CompanyWish = {
  domain: string
  /** As the caller says it; else what the start page says. */
  name?: string | undefined
  kinds: readonly PageKind[]
  /** Pages in all. */
  most: number
  parts: readonly (
    | 'whois'
    | 'dns'
    | 'tech'
    | 'news'
    | 'records'
    | 'hiring'
    | 'headers'
    | 'subdomains'
    | 'llms_txt'
    | 'security_txt'
    | 'sitemap'
  )[]
  /** Competitors to look for; none unless said. */
  competitors?: number
  /** Milliseconds for everything. */
  budgetMs: number
  /** Own work is kept as steps of a workflow. */
  durable: boolean
  /** Distinguishes the steps of several companies in one call. */
  label?: string
}

/** Everything that was learned of a company. */
export type CompanyFacts = Omit<Beside, 'records'> & {
  domain: string
  name: string
  home: SitePage
  site: CompanySite
  company: CompanyRecord
  signals: Signal[]
  hiring: Hiring | null
  whois: WhoisPart | null
  dns: DnsPart | null
  /** Names below the domain that have a certificate. */
  subdomains: string[] | null
  recordSources: SourceLine[]
  caller: PartCaller
  /** Doors whose signal ends with the budget. */
  doors: OutcomeContext
  untilMs: number
}

/** Of the budget, what the crawl may take: the last page ends in time. */
const CRAWL_SHARE = 0.55
const LEAST_MS = 2_000
/** The log of certificates is slow, and nothing waits for it in vain. */
const SUBDOMAINS_MS = 9_000

/**
 * Gathers the public facts of a company: one crawl of its site, with other outcomes and public records concurrently.
 * Throws when the start page cannot be read; everything else may be missing.
 */
export async function collectCompany(wish: CompanyWish, ctx: OutcomeContext): Promise<CompanyFacts> {
  const { domain, parts } = wish
  const plain = <Answer>(_: string, work: () => Promise<Answer>) => work()
  const named = (name: string) => (wish.label === undefined ? name : `${name} ${wish.label}`)
  const kept: OutcomeContext['step'] = (name, work) => ctx.step(named(name), work)
  const step = wish.durable ? kept : plain
  const began = await step('begin', async () => ctx.now().toISOString())
  const leftMs = Math.max(LEAST_MS, wish.budgetMs - (ctx.now().getTime() - Date.parse(began)))
  const over = AbortSignal.timeout(leftMs)
  const doors: OutcomeContext = { ...ctx, step, signal: AbortSignal.any([ctx.signal, over]) }
  const caller = new PartCaller(doors, over, named)
  const wants = (part: CompanyWish['parts'][number]) => parts.includes(part)
  const now = performance.now()
  const untilMs = now + leftMs

  const ofSite = async () => {
    const home = await openHome(doors, domain)
    const name = wish.name ?? nameOf(home, domain)
    const crawlMs = now + leftMs * CRAWL_SHARE
    const [site, beside] = await Promise.all([
      readSite(doors, home, { domain, kinds: wish.kinds, most: wish.most, untilMs: crawlMs }),
      readBeside({ wish, home, name, caller, doors }),
    ])
    const hiring = wants('hiring')
      ? await caller.own('hiring', () => step('hiring', () => findJobs(doors, site)))
      : null
    return { home, name, site, beside, hiring }
  }
  const [found, whois, dns, certificates] = await Promise.all([
    ofSite(),
    wants('whois') ? caller.call('rdap-whois', { domain }, WhoisPart) : null,
    wants('dns') ? caller.call('dns-records', { domain }, DnsPart) : null,
    wants('subdomains') ? askPart(doors, subdomainsQuestion(domain), SUBDOMAINS_MS) : null,
  ])
  const { home, name, site, hiring } = found
  const { records, ...beside } = found.beside
  const known = {
    wikidata: records?.wikidata.value ?? null,
    gleif: onlyOne(records?.gleif.value),
    listed: records === null ? null : findListed(name),
  }
  const candidates = [...pageCandidates(site), ...recordCandidates(known, ctx.now().toISOString())]
  const signals = findSignals({ name, site, news: beside.news, hiring, tech: beside.tech })
  const recordSources = [certificates?.source, records?.wikidata.source, records?.gleif.source].filter(
    (line) => line !== undefined && line !== null,
  )
  return {
    domain,
    name,
    home,
    site,
    company: chooseFacts(site.parked === null ? candidates : candidates.filter(({ field }) => field === 'domain')),
    signals,
    hiring,
    ...beside,
    whois,
    dns,
    subdomains: certificates?.value ?? null,
    recordSources,
    caller,
    doors,
    untilMs,
  }
}

/** Several legal entities with one name are ambiguous: none of them counts as the company. */
const onlyOne = <One>(found: readonly One[] | null | undefined): One | null =>
  found?.length === 1 ? (found[0] ?? null) : null

/** The company's name on the start page; as a last resort the label of its domain, which is used only for searching. */
function nameOf(home: SitePage, domain: string): string {
  const candidates = pageCandidates({
    domain,
    homeUrl: home.url,
    pages: [home],
    absent: [],
    failed: [],
    disallowed: 0,
    parked: null,
  })
  const { name } = chooseFacts(candidates)
  return name?.value ?? domain.split('.').at(-2) ?? domain
}
