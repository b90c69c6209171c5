import { EXAMPLE_BRIEF } from '#shared/engines/company/report/example-brief.data.ts'
import type { Teardown } from './teardown-report.ts'

/** What a teardown looks like. */
export const EXAMPLE_TEARDOWN: Teardown = {
  overview: EXAMPLE_BRIEF.company,
  offer: {
    products: [],
    audience: [{ id: 'a1', text: 'steel plants', source_url: 'https://acme.com/' }],
    value_props: [{ id: 'v1', text: 'Widgets made to last', source_url: 'https://acme.com/' }],
    proof: { customers: [], numbers: [] },
  },
  pricing: {
    plans: [{ name: 'Pro', price: 29, currency: 'USD', period: 'month', features: [], quote: 'Pro · $29/mo' }],
    model: 'subscription',
    free_tier: false,
    entry_price: 29,
    currency: 'USD',
    period: 'month',
    url: 'https://acme.com/pricing',
  },
  funnel: {
    ctas: ['Get started'],
    signup_friction: 'self_serve',
    signup_basis: ['Get started'],
    trial: null,
    demo: null,
    integrations: { page: null, named: [] },
  },
  tech: {
    technologies: [{ name: 'Nginx', categories: ['Web servers'], version: null }],
    hosting: null,
    mail_provider: null,
    domain_age_days: 9_800,
    registrar: null,
    subdomains: ['docs.acme.com'],
  },
  trust: {
    tls: null,
    security_headers_grade: 'B',
    missing_headers: ['permissions-policy'],
    policies: { privacy: 'https://acme.com/privacy', terms: null, dpa: null, security_txt: null, status_page: null },
    certifications_claimed: [],
  },
  content: {
    blog_posts_90d: null,
    newest_post: null,
    topics: ['widgets'],
    docs: null,
    changelog: null,
    changelog_cadence_days: null,
  },
  hiring: null,
  seo: {
    title: 'Acme',
    description: 'Widgets made to last.',
    canonical: null,
    sitemap_urls: null,
    structured_data_types: ['Organization'],
  },
  swot: {
    strengths: [{ text: 'Prices are public, which shortens the way to a decision.', based_on: ['pricing'] }],
    weaknesses: [],
    opportunities: [],
    threats: [],
  },
  swot_ruleset: 'company-swot/2026-11-20',
  scorecard: [
    { area: 'pricing', score: 88, basis: 'prices are public, an entry price stands with a plan, several plans' },
  ],
  signals: EXAMPLE_BRIEF.signals,
  injection_flags: [],
  unknowns: ['content.blog_posts_90d: no post with a date was found'],
  sources: EXAMPLE_BRIEF.sources,
  steps: EXAMPLE_BRIEF.steps,
}
