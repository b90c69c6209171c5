import { fakeSite, type Served, siteContext } from '#test/support/fakes/fake-site.ts'
import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

const AT = '2026-11-20T12:00:00.000Z'
const source = (name: string) => ({
  name,
  url: `https://${name.toLowerCase().replaceAll(' ', '-')}.example/`,
  fetched_at: AT,
  cached: false,
  cache_age_s: 0,
})

/** A page of a company's site. For tests only. */
export const companyPage = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`

const NAV =
  '<nav><a href="/about">About us</a><a href="/team">Team</a><a href="/pricing">Pricing</a><a href="/careers">Careers</a><a href="/press">Press</a><a href="/contact">Contact</a><a href="/privacy">Privacy</a></nav>'
const ORGANIZATION = `<script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'Acme',
  legalName: 'Acme GmbH',
  url: 'https://e.test/',
  foundingDate: '1999-04-01',
  numberOfEmployees: { '@type': 'QuantitativeValue', value: 140 },
  address: { '@type': 'PostalAddress', addressLocality: 'Berlin', addressCountry: 'DE' },
})}</script>`

/** The site of Acme at e.test, which says everything there is to say. */
export const acmeSite = (): Record<string, Served | string> => ({
  '/': companyPage(
    'Acme | Steel widgets',
    `${NAV}<main><h1>Steel widgets that last a lifetime</h1><h2>Built for engineering teams</h2><p>Trusted by over 500 customers in 12 countries.</p><a class="btn" href="/signup">Start free trial</a><a class="btn" href="/demo">Book a demo</a><p>SOC 2 certified.</p><a href="https://www.linkedin.com/company/acme">LinkedIn</a></main><footer>© 2026 Acme GmbH</footer>`,
    `<meta name="description" content="Acme forges steel widgets for bridges."><meta property="og:site_name" content="Acme"><link rel="canonical" href="https://e.test/">${ORGANIZATION}`,
  ),
  '/about': companyPage(
    'About Acme',
    `${NAV}<p>Acme was founded in 1999 and is headquartered in Berlin.</p><p>We are a team of 140 people.</p>`,
  ),
  '/team': companyPage(
    'Team',
    `${NAV}<div class=grid><div class=card><h3>Ada Lovelace</h3><p>CTO</p></div><div class=card><h3>Max Weber</h3><p>Head of Sales</p></div><div class=card><h3>Grace Hopper</h3><p>Founder & CEO</p></div></div><a href="mailto:ada.lovelace@e.test">Mail</a>`,
  ),
  '/pricing': companyPage(
    'Pricing',
    `${NAV}<div class=plans><div class=plan><h3>Starter</h3><p>$29/mo</p><ul><li>10 widgets</li></ul></div><div class=plan><h3>Pro</h3><p>$99</p><p>per month</p></div><div class=plan><h3>Enterprise</h3><p>Contact us</p></div></div>`,
  ),
  '/careers': companyPage('Careers', `${NAV}<p>Join us</p><a href="https://boards.greenhouse.io/acme">Open roles</a>`),
  '/press': companyPage(
    'Press',
    `${NAV}<h2>Acme raises $12 million in Series A</h2><h2>Acme appoints Grace Hopper as CEO</h2>`,
  ),
  '/contact': companyPage('Contact', `${NAV}<a href="mailto:info@e.test">info@e.test</a>`),
  '/privacy': companyPage('Privacy', '<h1>Privacy policy</h1><p>Acme GmbH, Berlin</p>'),
  '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' },
  '/sitemap.xml': {
    type: 'application/xml',
    body: '<urlset><url><loc>https://e.test/</loc></url><url><loc>https://e.test/about</loc></url></urlset>',
  },
})

export const GREENHOUSE = {
  jobs: [
    {
      id: 1,
      title: 'Senior Machine Learning Engineer',
      updated_at: '2026-11-02T09:00:00-05:00',
      first_published: '2026-11-02T09:00:00-05:00',
      location: { name: 'Berlin' },
      absolute_url: 'https://boards.greenhouse.io/acme/jobs/1',
      departments: [{ name: 'Engineering' }],
    },
    {
      id: 2,
      title: 'Account Executive',
      updated_at: '2026-01-14T10:55:28-05:00',
      location: { name: 'Remote, Germany' },
      absolute_url: 'https://boards.greenhouse.io/acme/jobs/2',
      departments: [{ name: 'Sales' }],
    },
  ],
  meta: { total: 2 },
}

/** Answers of the called outcomes, by slug. */
export const companyParts = (): Record<string, unknown> => ({
  'rdap-whois': {
    source: source('RDAP'),
    registered: true,
    registrar: { name: 'Registrar Inc' },
    created_at: '1999-01-01T00:00:00.000Z',
    expires_at: '2027-01-01T00:00:00.000Z',
    age_days: 9_800,
  },
  'dns-records': {
    source: source('DNS'),
    exists: true,
    mail: { mx_count: 2, provider: 'google', spf: { record: 'v=spf1 -all' }, dmarc: null },
  },
  'tech-fingerprint': {
    source: source('Site'),
    url: 'https://e.test/',
    technologies: [
      { name: 'Shopify', categories: ['Ecommerce'], version: null },
      { name: 'Nginx', categories: ['Web servers'], version: '1.25' },
    ],
    hosting: { provider: 'Hetzner', cdn: null, server: 'nginx' },
  },
  'http-headers': {
    final_url: 'https://e.test/',
    security: { grade: 'B', score: 80, checks: [{ header: 'content-security-policy', present: false }] },
    tls: { protocol: 'TLSv1.3', issuer: 'Test CA', valid_to: '2027-02-01T00:00:00.000Z', days_left: 73, trusted: true },
  },
  'news-headlines': {
    source: source('News'),
    headlines: [
      {
        title: 'Acme launches a lighter widget',
        url: 'https://news.example/acme-launch',
        publisher: 'News',
        published_at: '2026-11-10T00:00:00.000Z',
      },
      {
        title: 'Road runner wins again',
        url: 'https://news.example/road',
        publisher: 'News',
        published_at: '2026-11-11T00:00:00.000Z',
      },
    ],
  },
  'email-verify-lite': {
    email: 'ada.lovelace@e.test',
    valid_syntax: true,
    accepts_mail: true,
    provider: 'google',
    disposable: false,
    free_mail: false,
    role_account: false,
    did_you_mean: null,
    verdict: 'deliverable_likely',
  },
  'web-search': {
    source: source('Search'),
    results: [
      {
        title: 'Acme vs Globex: which widgets?',
        url: 'https://compare.example/acme-globex',
        domain: 'compare.example',
        snippet: 'Both forge steel.',
      },
      {
        title: 'Best alternatives to Acme',
        url: 'https://lists.example/acme',
        domain: 'lists.example',
        snippet: 'Popular alternatives are Globex, Initech and Hooli.',
      },
      {
        title: 'Globex | Widgets',
        url: 'https://globex.test/',
        domain: 'globex.test',
        snippet: 'Globex makes widgets.',
      },
    ],
  },
})

/** Answers of the upstreams that are asked directly; all others answer "not found". */
export const companyUpstreams = (told: Readonly<Record<string, Told>> = {}) =>
  fakeUpstreams((question) => {
    const answer = told[question.upstream]
    if (answer !== undefined) return answer
    if (question.upstream === 'greenhouse') return { body: GREENHOUSE }
    if (question.upstream === 'wikidata') return { body: { search: [] } }
    if (question.upstream === 'crt-sh') return { body: [{ name_value: '*.e.test\ndocs.e.test' }] }
    if (question.upstream === 'gleif') return { body: { data: [] } }
    return { status: 404, body: { error: 'not found' } }
  })

/** A context onto a site at e.test, with parts and upstreams. For tests only. */
export function companyContext(
  given: {
    pages?: Readonly<Record<string, Served | string>>
    parts?: Readonly<Record<string, unknown>>
    told?: Readonly<Record<string, Told>>
    isDown?: boolean
    doors?: Partial<OutcomeContext>
  } = {},
) {
  const { pages = acmeSite(), parts = companyParts(), told = {}, isDown = false, doors = {} } = given
  const egress = fakeSite(pages, { origin: 'https://e.test', isDown })
  return { egress, ctx: siteContext(egress, parts, { upstreams: companyUpstreams(told), ...doors }) }
}
