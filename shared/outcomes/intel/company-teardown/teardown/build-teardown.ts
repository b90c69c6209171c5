import type { OutcomeContext } from '#shared/doors/context.ts'

import { collectCompany, type CompanyFacts } from '#shared/engines/company/collect-company.ts'
import { pagesOf } from '#shared/engines/company/crawl/company-site.ts'
import { pageKinds } from '#shared/engines/company/crawl/page-kinds.rules.ts'
import { buildHiringReport } from '#shared/engines/company/jobs/build-hiring-report.ts'
import { readPricing } from '#shared/engines/company/pricing/read-pricing.ts'
import { injectionOf, siteUnknowns } from '#shared/engines/company/report/build-brief.ts'
import { numberSources } from '#shared/engines/company/report/sources.ts'
import { factFields } from '#shared/engines/company/facts/fact.ts'
import { readContent } from './content.ts'
import { readFunnel } from './funnel.ts'
import { certificatesOf, readOffer } from './offer.ts'
import { scorecardOf } from './scorecard.ts'
import { SWOT_RULESET, swotRules } from './swot.rules.ts'
import type { Teardown } from './teardown-report.ts'

const BUDGET_MS = 30_000
const MOST_PAGES = 25
const MOST_ROLES = 20
const SINCE_DAYS = 90
const PARTS = [
  'whois',
  'dns',
  'tech',
  'news',
  'records',
  'hiring',
  'headers',
  'subdomains',
  'security_txt',
  'sitemap',
] as const

/** Takes a company's public footprint apart. Throws where its start page cannot be read. */
export async function buildTeardown(
  domain: string,
  ctx: OutcomeContext,
): Promise<{ teardown: Teardown; facts: CompanyFacts }> {
  const kinds = pageKinds.filter((kind) => kind !== 'home')
  const wish = { domain, kinds, most: MOST_PAGES, parts: PARTS, budgetMs: BUDGET_MS, durable: false }
  const facts = await collectCompany(wish, ctx)
  const { site, caller, home } = facts
  const pricing = readPricing(pagesOf(site, 'pricing', 'home', 'product'))
  const hiring =
    facts.hiring === null
      ? null
      : buildHiringReport(facts.hiring, { now: ctx.now(), sinceDays: SINCE_DAYS, limit: MOST_ROLES })
  const sections = {
    overview: facts.company,
    offer: readOffer(site),
    pricing,
    funnel: readFunnel(site, pricing),
    tech: techOf(facts),
    trust: trustOf(facts),
    content: readContent(site, ctx.now()),
    hiring,
    seo: {
      title: home.title || null,
      description: home.description,
      canonical: home.canonical,
      sitemap_urls: facts.sitemapUrls,
      structured_data_types: [...new Set(site.pages.flatMap(({ types }) => types))].toSorted(),
    },
    signals: facts.signals,
  }
  const side = (of: keyof Teardown['swot']) =>
    swotRules.filter((rule) => rule.side === of).flatMap(({ judge }) => judge(sections) ?? [])
  return {
    facts,
    teardown: {
      ...sections,
      swot: {
        strengths: side('strengths'),
        weaknesses: side('weaknesses'),
        opportunities: side('opportunities'),
        threats: side('threats'),
      },
      swot_ruleset: SWOT_RULESET,
      scorecard: scorecardOf(sections),
      injection_flags: injectionOf(facts),
      unknowns: unknownsOf(facts, sections),
      sources: numberSources(facts),
      steps: [...caller.book.lines],
    },
  }
}

const techOf = ({ tech, dns, whois, subdomains }: CompanyFacts): Teardown['tech'] => ({
  technologies: tech?.technologies ?? [],
  hosting: tech?.hosting ?? null,
  mail_provider: dns?.mail?.provider ?? null,
  domain_age_days: whois?.age_days ?? null,
  registrar: whois?.registrar?.name ?? null,
  subdomains,
})

function trustOf({ site, headers, securityTxt }: CompanyFacts): Teardown['trust'] {
  const links = site.pages.flatMap((page) => page.links)
  const linked = (pattern: RegExp) =>
    links.find(({ url, text }) => pattern.test(text) || pattern.test(new URL(url).hostname + new URL(url).pathname))
      ?.url ?? null
  return {
    tls: headers?.tls ?? null,
    security_headers_grade: headers?.security.grade ?? null,
    missing_headers: headers?.security.checks.filter(({ present }) => !present).map(({ header }) => header) ?? [],
    policies: {
      privacy: linked(/privacy|datenschutz|confidentialit/i),
      terms: linked(/\bterms\b|\/tos\b|\bagb\b|conditions/i),
      dpa: linked(/\bdpa\b|data[- ]processing/i),
      security_txt: securityTxt,
      status_page: linked(/^status\.|\.statuspage\.io|status page|system status|instatus\.com|betteruptime/i),
    },
    certifications_claimed: certificatesOf(site),
  }
}

function unknownsOf(
  facts: CompanyFacts,
  { pricing, content, seo }: Pick<Teardown, 'pricing' | 'content' | 'seo'>,
): string[] {
  const { site, company } = facts
  return [
    ...(site.parked === null ? [] : [`site: the domain is parked (${site.parked})`]),
    ...(pricing === null ? ['pricing: no page shows a price'] : []),
    ...(content.blog_posts_90d === null ? ['content.blog_posts_90d: no post with a date was found'] : []),
    ...(seo.sitemap_urls === null ? ['seo.sitemap_urls: no sitemap was found'] : []),
    ...factFields
      .filter((field) => company[field] === null)
      .map((field) => `overview.${field}: no page or record says it`),
    ...site.absent.map((kind) => `pages: no ${kind} page was found`),
    ...(facts.subdomains === null ? ['tech.subdomains: crt.sh did not answer'] : []),
    ...siteUnknowns(facts),
    ...facts.caller.unknowns(),
  ]
}
