import type { Brief } from './brief-report.ts'

const AT = '2026-11-20T12:00:00.000Z'
const fact = <Value>(id: string, value: Value, path: string, confidence: number) => ({
  id,
  value,
  source_url: 'https://acme.com/',
  quote: null,
  path,
  observed_at: AT,
  confidence,
})

/** What a brief looks like. */
export const EXAMPLE_BRIEF: Brief = {
  resolved_by: 'domain',
  ambiguous: false,
  candidates: [],
  company: {
    name: fact('f1', 'Acme', 'JSON-LD Organization.name', 0.95),
    legal_name: null,
    domain: fact('f3', 'acme.com', 'address of the start page', 0.99),
    description: fact('f4', 'Widgets made to last.', 'meta description', 0.85),
    industry: null,
    size_band: null,
    founded: fact('f7', 1999, 'JSON-LD Organization.foundingDate', 0.95),
    hq: null,
    countries: null,
    social: null,
    ticker: null,
  },
  contact: null,
  signals: [
    {
      id: 's1',
      kind: 'hiring',
      text: '12 open roles (engineering, sales)',
      date: '2026-11-12T00:00:00.000Z',
      source_url: 'https://boards.greenhouse.io/acme',
    },
  ],
  technologies: ['Nginx'],
  talking_points: [{ text: 'Acme has 12 open roles (engineering, sales) (2026-11-12).', based_on: ['s1'] }],
  risks: [],
  confidence: 0.94,
  injection_flags: [],
  unknowns: ['company.legal_name: no page or record says it'],
  sources: [{ n: 1, url: 'https://acme.com/', title: 'Acme', fetched_at: AT }],
  steps: [{ step: 'rdap-whois', slug: 'rdap-whois', status: 'done', took_ms: 210 }],
}

export const EXAMPLE_SOURCE = {
  name: 'acme.com',
  url: 'https://acme.com/',
  fetched_at: AT,
  cached: false,
  cache_age_s: 0,
  stale: false,
}
