import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { collectSite } from '../collect/collect-site.ts'
import { fakeSite, goodPage, goodSite, PARTS, type Served, siteContext } from '#test/support/fakes/fake-site.ts'
import { judgeSite } from './judge-site.ts'

type Pages = Record<string, Served | string>

/** The report on a site, with parts as they answer for one that does everything right unless said. */
async function reportOn(pages: Pages, parts: Record<string, unknown> = PARTS, url = 'https://acme.example/') {
  const { origin } = new URL(url)
  const ctx = siteContext(fakeSite(pages, { origin }), parts)
  return judgeSite(await collectSite({ url, screenshot: true, maxPages: 8 }, ctx))
}

const codes = ({ findings }: Awaited<ReturnType<typeof reportOn>>) => findings.map(({ code }) => code)
const withHeaders = (more: Record<string, unknown>) => ({
  ...PARTS,
  'http-headers': { ...PARTS['http-headers'], ...more },
})

test('website-intelligence: a site that does everything right has no findings and full scores', async () => {
  const report = await reportOn(goodSite())
  expect(report.findings).toEqual([])
  expect(report.scores).toEqual({
    overall: 100,
    security: 100,
    seo: 100,
    performance: 100,
    ai_readiness: 100,
    content: 100,
    domain: null,
  })
  expect(report.security.grade).toBe('A')
  expect(report.site.cdn).toBe('Cloudflare')
})

describe('website-intelligence: security', () => {
  test('missing HSTS is a finding with a fix, and costs what http-headers takes for it', async () => {
    const [check] = PARTS['http-headers'].security.checks
    const security = { grade: 'B', score: 80, checks: [{ ...check, present: false, value: null, verdict: 'missing' }] }
    const report = await reportOn(goodSite(), withHeaders({ security }))
    expect(report.findings).toMatchObject([
      {
        code: 'hsts_missing',
        severity: 'medium',
        area: 'security',
        title: 'Strict-Transport-Security (HSTS) is missing',
        evidence: 'No strict-transport-security was sent.',
        fix: expect.stringContaining('max-age=31536000'),
        points: 20,
      },
    ])
    expect(report.security).toMatchObject({ grade: 'B', score: 80 })
  })

  test('without the http-headers part the start page’s own headers are judged', async () => {
    const { 'http-headers': _, ...others } = PARTS
    const report = await reportOn(goodSite(), { ...others, 'http-headers': refused() })
    expect(codes(report)).toEqual(expect.arrayContaining(['csp_missing', 'hsts_missing', 'clickjacking']))
    expect(report.security.tls).toBeNull()
    expect(report.unknowns[0]).toMatch(/^http-headers: it did not answer; /)
  })

  test('a policy in the page counts as one that was sent', async () => {
    const security = {
      grade: 'B',
      score: 75,
      checks: [{ header: 'content-security-policy', present: false, value: null, verdict: 'missing', advice: null }],
    }
    const csp = (policy: string) => ({
      ...goodSite(),
      '/': {
        body: goodPage('Acme Widgets of Steel').replace(
          '</head>',
          `<meta http-equiv="Content-Security-Policy" content="${policy}"></head>`,
        ),
        headers: { 'content-encoding': 'br' },
      },
    })
    expect(codes(await reportOn(csp("default-src 'self'"), withHeaders({ security })))).toEqual([])
    expect(codes(await reportOn(csp("script-src 'unsafe-inline'"), withHeaders({ security })))).toEqual(['csp_unsafe'])
  })

  test('a plain http address that sends nobody to https, a certificate about to end, careless cookies', async () => {
    const report = await reportOn(
      { ...goodSite(), 'http://acme.example/': 'hello' },
      withHeaders({
        tls: { ...PARTS['http-headers'].tls, days_left: 5 },
        cookies: [{ name: 'SESSIONID', secure: false, http_only: false, same_site: null }],
      }),
    )
    expect(codes(report)).toEqual([
      'cookie_insecure',
      'no_https_redirect',
      'tls_expires_soon',
      'cookie_readable',
      'cookie_same_site',
    ])
    expect(report.security.https_upgrade).toBe(false)
  })

  test('a site without encryption is told so before everything else', async () => {
    const report = await reportOn(
      {
        '/': goodPage('Acme Widgets of Steel', '<input type="password">'),
        '/robots.txt': { type: 'text/plain', body: 'User-agent: *' },
      },
      withHeaders({ final_url: 'http://acme.example/', tls: null }),
      'http://acme.example/',
    )
    expect(codes(report).slice(0, 2)).toEqual(['password_over_http', 'no_https'])
  })

  test('scripts without encryption and paths that robots.txt gives away', async () => {
    const report = await reportOn({
      ...goodSite(),
      '/about': goodPage('About Acme and its Forge', '<script src="http://cdn.example/x.js"></script>'),
      '/robots.txt': {
        type: 'text/plain',
        body: 'User-agent: *\nDisallow: /backup-2025/\nSitemap: https://acme.example/sitemap.xml',
      },
    })
    expect(codes(report)).toEqual(['mixed_active', 'sri_missing', 'private_paths_named'])
    expect(report.security.mixed_content).toEqual([
      { page: 'https://acme.example/about', kind: 'active', url: 'http://cdn.example/x.js' },
    ])
    expect(report.security.exposed).toContainEqual({ path: '/robots.txt', detail: 'names /backup-2025/' })
  })
})

describe('website-intelligence: seo', () => {
  test('pages without title, with the same title, kept out and broken are named one by one', async () => {
    const report = await reportOn({
      ...goodSite(),
      '/about': goodPage('Acme Widgets of Steel'),
      '/contact': goodPage('').replace('<head>', '<head><meta name="robots" content="noindex">'),
      '/privacy': { status: 404 },
    })
    expect(codes(report)).toEqual(
      expect.arrayContaining(['noindex', 'title_missing', 'title_duplicate', 'broken_page']),
    )
    expect(report.seo.issues).toContainEqual({ code: 'title_missing', page: '/contact', detail: 'no title' })
    expect(report.seo.broken_links).toEqual([
      { url: 'https://acme.example/privacy', status: 404, found_on: 'https://acme.example/' },
    ])
  })

  test('a robots.txt that fails keeps us at the start page, and says so', async () => {
    const report = await reportOn({ ...goodSite(), '/robots.txt': { status: 503 } })
    expect(codes(report)).toContain('robots_failing')
    expect(report.content.pages).toHaveLength(1)
    expect(report.unknowns).toContain('pages: robots.txt answered 503, so only the start page was read')
  })

  test('a page of ours for every path is no sitemap, no security.txt and no llms.txt', async () => {
    const page = goodPage('Acme Widgets of Steel')
    const soft = { '/sitemap.xml': page, '/.well-known/security.txt': page, '/llms.txt': page, '/openapi.json': page }
    const report = await reportOn({ ...goodSite(), ...soft })
    expect(codes(report)).toEqual(
      expect.arrayContaining([
        'sitemap_missing',
        'security_txt_missing',
        'llms_txt_missing',
        'agent_interface_missing',
      ]),
    )
  })

  test('a page that only moved by a slash is read where it is now', async () => {
    const report = await reportOn({
      ...goodSite(),
      '/about': { status: 301, headers: { location: '/about/' } },
      '/about/': goodPage('About Acme and its Forge'),
    })
    expect(report.findings).toEqual([])
    expect(report.content.pages.map(({ url }) => url)).toContain('https://acme.example/about/')
  })
})

describe('website-intelligence: performance and agents', () => {
  test('a slow server, old HTTP and uncompressed pages', async () => {
    const report = await reportOn(
      { ...goodSite(), '/': goodPage('Acme Widgets of Steel', 'x '.repeat(2_000)) },
      withHeaders({ http_version: '1.1', timing_ms: { dns: 1, connect: 1, tls: 1, ttfb: 2_400 } }),
    )
    expect(codes(report)).toEqual(['first_byte_very_slow', 'compression_missing', 'http_old'])
    expect(report.scores.performance).toBe(40)
  })

  test('blocked agents, pages that need scripts and text that gives orders', async () => {
    const report = await reportOn(
      {
        ...goodSite(),
        '/about': goodPage('About Acme and its Forge').replace(/<p>.*<\/p>/s, '<script src="/app.js"></script>'),
        '/robots.txt': {
          type: 'text/plain',
          body: 'User-agent: PerplexityBot\nUser-agent: CCBot\nDisallow: /\n\nSitemap: https://acme.example/sitemap.xml',
        },
      },
      {
        ...PARTS,
        'page-markdown': {
          ...PARTS['page-markdown'],
          injection_flags: [{ rule: 'override', severity: 'high', excerpt: 'ignore all of it', hidden: true }],
        },
      },
    )
    expect(codes(report)).toEqual([
      'needs_javascript',
      'hidden_instructions',
      'ai_agents_blocked',
      'text_thin',
      'training_blocked',
    ])
    expect(report.findings.find(({ code }) => code === 'ai_agents_blocked')?.evidence).toBe('Kept out: PerplexityBot.')
  })
})

test('website-intelligence: parts for sale are taken up by themselves', async () => {
  const report = await reportOn(goodSite(), {
    ...PARTS,
    'tech-fingerprint': {
      technologies: [{ name: 'Hugo', version: '0.1' }],
      hosting: { provider: 'Netlify', cdn: null },
    },
    'rdap-whois': {
      registered: true,
      registrar: { name: 'Registrar' },
      age_days: 900,
      expires_at: '2026-12-01T00:00:00Z',
      days_to_expiry: 11,
    },
    'dns-records': {
      records: { A: [{ value: '203.0.113.7', ttl: 60 }], NS: [{ value: 'ns1.dns.example.' }] },
      mail: { mx_count: 1, provider: null, spf: { record: 'v=spf1 -all' }, dmarc: { record: null, policy: null } },
    },
  })
  expect(report.technologies).toEqual([{ name: 'Hugo', version: '0.1' }])
  expect(report.site).toMatchObject({ ip: '203.0.113.7', hosting: 'Netlify' })
  expect(report.domain).toEqual({
    age_days: 900,
    registrar: 'Registrar',
    expires_at: '2026-12-01T00:00:00Z',
    dns_provider: 'dns.example',
    mail_auth: { spf: 'v=spf1 -all', dmarc: null },
  })
  expect(codes(report)).toEqual(['domain_expires_soon', 'dmarc_missing'])
  expect(report.unknowns).toEqual(['site.country: no source for it yet'])
})

test('website-intelligence: a policy that the DNS was not heard of is no policy that is missing', async () => {
  const report = await reportOn(goodSite(), {
    ...PARTS,
    'dns-records': { records: {}, mail: { mx_count: null, provider: null, spf: null, dmarc: null } },
  })
  expect(codes(report)).toEqual([])
  expect(report.unknowns).toEqual(
    expect.arrayContaining([
      'domain.mail_auth.spf: the DNS did not answer for it',
      'domain.mail_auth.dmarc: the DNS did not answer for it',
    ]),
  )
})

const refused = () => new Refusal('upstream_unavailable', 'The URL could not be fetched; nothing was charged.')
