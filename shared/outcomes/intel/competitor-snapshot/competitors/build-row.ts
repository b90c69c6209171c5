import type { CompanyFacts } from '#shared/engines/company/collect-company.ts'
import { pagesOf } from '#shared/engines/company/crawl/company-site.ts'
import { factFields } from '#shared/engines/company/facts/fact.ts'
import { readPricing } from '#shared/engines/company/pricing/read-pricing.ts'
import { newsAbout } from '#shared/engines/company/signals/find-signals.ts'
import type { Snapshot } from './snapshot-report.ts'

export type Row = Snapshot['rows'][number]
const MOST_FEATURES = 8
const MOST_EVIDENCE = 12

/** What stands for a company that could not be read. */
export const emptyRow = (domain: string, status: Row['status']): Row => ({
  domain,
  status,
  name: null,
  tagline: null,
  pricing: null,
  features: [],
  technologies: [],
  founded: null,
  size_band: null,
  hq: null,
  age_days: null,
  last_news: null,
  tranco_rank: null,
  evidence: [],
})

/** One company side by side with others. */
export function buildRow(facts: CompanyFacts): Row {
  const { company, site, tech, whois, news, name } = facts
  if (site.parked !== null) return emptyRow(site.domain, 'parked')
  const [latest] = newsAbout(name, news).toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
  return {
    domain: site.domain,
    status: 'read',
    name: company.name?.value ?? null,
    tagline: company.description?.value ?? null,
    pricing: pricingOf(facts),
    features: featuresOf(facts),
    technologies: tech?.technologies.map((one) => one.name) ?? [],
    founded: company.founded?.value ?? null,
    size_band: company.size_band?.value ?? null,
    hq: company.hq?.value ?? null,
    age_days: whois?.age_days ?? null,
    last_news: latest === undefined ? null : { title: latest.text, date: latest.date, url: latest.source_url },
    tranco_rank: null,
    evidence: factFields
      .flatMap((field) => {
        const fact = company[field]
        if (fact === null) return []
        const { source_url, quote, path, observed_at, confidence } = fact
        return [{ field, source_url, quote, path, observed_at, confidence }]
      })
      .slice(0, MOST_EVIDENCE),
  }
}

function pricingOf({ site }: CompanyFacts): Row['pricing'] {
  const pricing = readPricing(pagesOf(site, 'pricing', 'home', 'product'))
  if (pricing === null) return null
  const { model, entry_price, currency, period, free_tier, url, plans } = pricing
  const quote = plans.find(({ price }) => price === entry_price)?.quote ?? plans[0]?.quote ?? null
  return { model, entry_price, currency, period, free_tier, url, quote }
}

/** Headings of product pages and of the start page: what the company puts first. */
const featuresOf = ({ site }: CompanyFacts): Row['features'] => {
  const found = pagesOf(site, 'product', 'home').flatMap((page) =>
    page.blocks
      .filter(
        ({ level, text }) =>
          (level === 2 || level === 3) && text.length > 8 && text.length < 100 && !text.endsWith('?'),
      )
      .map(({ text }) => ({ text, source_url: page.url })),
  )
  return [...new Map(found.map((one) => [one.text.toLowerCase(), one])).values()].slice(0, MOST_FEATURES)
}

/** Fields of a row that nobody told. */
export const unknownFields = (row: Row): string[] => [
  ...(row.name === null ? ['name'] : []),
  ...(row.tagline === null ? ['tagline'] : []),
  ...(row.pricing === null ? ['pricing'] : []),
  ...(row.features.length === 0 ? ['features'] : []),
  ...(row.technologies.length === 0 ? ['technologies'] : []),
  ...(row.age_days === null ? ['age_days'] : []),
  ...(row.last_news === null ? ['last_news'] : []),
  'tranco_rank',
]
